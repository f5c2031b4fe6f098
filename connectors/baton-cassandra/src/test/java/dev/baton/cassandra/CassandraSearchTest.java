package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cassandra.task.CassandraNoteStore;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FoundTask;
import dev.baton.spi.NoteStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunNotes;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.LastOutcome;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests searches and histories beyond the contract. */
class CassandraSearchTest {
  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final CoreStore store = node.tasks();
  private final StoreScenario given = new StoreScenario(store);

  @Test
  void interruptedSearchContinuesAndReturnsEachTaskOnce() throws Exception {
    OperationsStore hurried = node.operations(Duration.ZERO);
    List<UUID> rare = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      List<TaskDraft> drafts = new ArrayList<>();
      IntStream.range(0, 400).forEach(i -> drafts.add(TaskDraft.ready("COMMON")));
      drafts.add(TaskDraft.ready("RARE"));
      given.addAll(drafts);
      rare.add(drafts.get(400).id());
      if (round > 0) {
        end(drafts);
      }
    }
    given.addAll(IntStream.range(0, 400).mapToObj(i -> TaskDraft.ready("COMMON")).toList());
    for (TaskFilter order : List.of(TaskFilter.all(), TaskFilter.all().oldestFirst())) {
      List<UUID> found = new ArrayList<>();
      int pages = 0;
      Cursor next = null;
      do {
        Page<FoundTask> page = hurried.page(order.type("RARE"), next, 10);
        page.items().forEach(task -> found.add(task.id()));
        next = page.next().orElse(null);
        pages++;
      } while (next != null);
      assertThat(found).containsExactlyInAnyOrderElementsOf(rare);
      assertThat(pages).isGreaterThan(2);
    }
  }

  private void end(List<TaskDraft> drafts) {
    List<ClaimRequest> requests =
        drafts.stream().map(draft -> new ClaimRequest(draft.id(), 1, 3)).toList();
    List<Task> held = store.claim(UUID.randomUUID(), StoreScenario.LEASE, requests);
    assertThat(
            store.apply(
                held.stream()
                    .map(task -> HolderRules.done(task, null, StoreScenario.KEEP))
                    .toList()))
        .hasSize(drafts.size())
        .containsOnly(true);
  }

  @Test
  void repeatingTaskKeepsItsLatestRuns() throws Exception {
    NoteStore notes = new CassandraNoteStore(node.cql(), node.shards(), node.clock());
    OperationsStore operations = node.operations(Duration.ofMinutes(1));
    TaskDraft draft = TaskDraft.ready("T");
    Task task = given.added(draft);
    for (int run = 0; run < 4; run++) {
      Task held = given.claim(task, UUID.randomUUID());
      Verdict verdict =
          notes.tryApply(
              HolderRules.park(held, When.in(Duration.ofHours(1)), "", null),
              RunNotes.ofRun(held, null, 2));
      assertThat(verdict).isEqualTo(Verdict.APPLIED);
      given.applied(
          OperatorRules.reschedule(given.find(draft.id()), null, StoreScenario.HINT_EXPIRY));
      task = given.find(draft.id());
    }
    assertThat(operations.attempts(draft.id(), 10))
        .hasSize(2)
        .extracting(PastAttempt::outcome)
        .containsOnly(LastOutcome.SUCCESS);
    assertThat(operations.latestErrors(List.of(draft.id()))).isEmpty();
    Task failing = given.claim(task, UUID.randomUUID());
    given.applied(HolderRules.error(failing, "no"));
    assertThat(operations.latestErrors(List.of(draft.id()))).containsEntry(draft.id(), "no");
  }
}
