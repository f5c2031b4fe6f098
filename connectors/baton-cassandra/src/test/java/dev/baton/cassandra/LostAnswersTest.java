package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two nodes share a backlog, and their conditional writes get no response. */
@Tag("deep")
class LostAnswersTest {
  private static final int TASKS = Integer.getInteger("baton.cassandra.lostAnswers", 60);
  private static final Duration KEEP = Duration.ofDays(1);

  private final TestKeyspace keyspace = TestKeyspace.empty();
  private final Map<String, UUID> ownerByClaim = new ConcurrentHashMap<>();
  private final Map<UUID, Integer> finishes = new ConcurrentHashMap<>();

  @ParameterizedTest
  @EnumSource
  void noAcknowledgedTaskIsLostAndNoneIsHeldTwice(FaultySender.Fault fault) throws Exception {
    FaultySender sender = new FaultySender(keyspace.session(), fault, 38);
    List<CoreStore> nodes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      nodes.add(keyspace.store(InstantSource.system(), sender));
    }
    List<UUID> added = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      TaskDraft draft = TaskDraft.ready("T");
      AddResult result =
          new StoreScenario(nodes.get(i % 2)).add(i % 6 == 0 ? draft.uniqueBy("key " + i) : draft);
      assertThat(result).isEqualTo(new AddResult.Added(draft.id()));
      added.add(draft.id());
    }
    List<CompletableFuture<Integer>> running = new ArrayList<>();
    for (CoreStore node : nodes) {
      running.add(StoreScenario.elsewhere(() -> drain(node)));
    }
    int drained = 0;
    for (CompletableFuture<Integer> each : running) {
      drained += each.get();
    }
    assertThat(drained).isEqualTo(TASKS);
    assertThat(finishes.keySet()).containsExactlyInAnyOrderElementsOf(added);
    assertThat(finishes.values()).containsOnly(1);
    CoreStore other = keyspace.store(InstantSource.system());
    assertThat(added).allMatch(id -> other.findFinished(id).isPresent());
    assertThat(sender.lost()).isGreaterThan(TASKS / 4);
  }

  private int drain(CoreStore node) {
    int finished = 0;
    List<Candidate> ready = ready(node);
    while (!ready.isEmpty()) {
      UUID owner = UUID.randomUUID();
      List<ClaimRequest> requests =
          ready.stream().map(task -> new ClaimRequest(task.id(), task.version(), 3)).toList();
      List<Task> held = node.claim(owner, Duration.ofMinutes(5), requests);
      for (Task task : held) {
        String claim = task.id() + " " + task.position().version();
        assertThat(ownerByClaim.put(claim, owner)).as("another holder of %s", claim).isNull();
      }
      List<Boolean> applied =
          node.apply(held.stream().map(task -> HolderRules.done(task, null, KEEP)).toList());
      for (int i = 0; i < held.size(); i++) {
        if (applied.get(i)) {
          finishes.merge(held.get(i).id(), 1, Integer::sum);
          finished++;
        }
      }
      ready = ready(node);
    }
    return finished;
  }

  private static List<Candidate> ready(CoreStore node) {
    return node.fetch(
        "default", List.of(new FetchRequest(new Flow("T", ""), Map.of(), Share.WHOLE)), 10);
  }
}
