package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.QueryTrace;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
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
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Finished tasks leave tombstones, and no read scans them. */
@Tag("deep")
class TombstoneTest {
  private static final int TASKS = Integer.getInteger("baton.cassandra.done", 6_000);
  private static final int BATCH = 1_000;

  /** Number of tombstones that may gather before the store searches for gaps, plus some more. */
  private static final int MAX_TOMBSTONES = 1_000;

  private static final Pattern READ = Pattern.compile("Read (\\d+) live.* and (\\d+) tombstone");

  private final TestKeyspace keyspace = TestKeyspace.empty();
  private final List<AsyncResultSet> reads = Collections.synchronizedList(new ArrayList<>());

  @Test
  void thousandsOfDoneTasksDoNotSlowTheNextRead() throws Exception {
    CoreStore store = keyspace.store(InstantSource.system());
    for (int done = 0; done < TASKS; done += BATCH) {
      drain(store, BATCH);
    }
    readsMeetFewTombstones(store);
  }

  /** Each node removes too few rows to search for gaps. Together the nodes remove many. */
  @Test
  void deletionsOfManyNodesDoNotSlowTheNextRead() throws Exception {
    for (int node = 0; node < 12; node++) {
      drain(keyspace.store(InstantSource.system()), BATCH * 4 / 10);
    }
    readsMeetFewTombstones(keyspace.store(InstantSource.system()));
  }

  private void readsMeetFewTombstones(CoreStore store) throws Exception {
    TaskDraft next = TaskDraft.ready("T");
    new StoreScenario(store).add(next);
    // Another node, without knowledge of the finished tasks.
    CoreStore other = keyspace.store(InstantSource.system(), this::traced);
    assertThat(other.fetch("default", List.of(FetchRequest.all(new Flow("T", ""))), 100))
        .extracting(Candidate::id)
        .containsExactly(next.id());
    assertThat(other.scan("default", null, 100)).hasSize(1);
    assertThat(other.firstOfEachFlow("default", null, 100)).hasSize(1);
    assertThat(other.overdue(100)).isEmpty();
    List<Integer> tombstones = new ArrayList<>();
    for (AsyncResultSet read : reads) {
      tombstones.addAll(tombstones(read.getExecutionInfo().getQueryTrace()));
    }
    assertThat(tombstones).isNotEmpty().allMatch(count -> count < MAX_TOMBSTONES);
  }

  private static void drain(CoreStore store, int tasks) throws Exception {
    List<TaskDraft> drafts = IntStream.range(0, tasks).mapToObj(i -> TaskDraft.ready("T")).toList();
    new StoreScenario(store).addAll(drafts);
    List<ClaimRequest> requests =
        drafts.stream().map(draft -> new ClaimRequest(draft.id(), 1, 3)).toList();
    List<Task> held = store.claim(UUID.randomUUID(), StoreScenario.LEASE, requests);
    assertThat(
            store.apply(
                held.stream().map(task -> HolderRules.done(task, null, Duration.ZERO)).toList()))
        .hasSize(tasks)
        .containsOnly(true);
    assertThat(store.overdue(1)).isEmpty();
  }

  private CompletionStage<AsyncResultSet> traced(Statement<?> statement) {
    CompletionStage<AsyncResultSet> sent =
        keyspace.session().executeAsync(statement.setTracing(true));
    return sent.thenApply(
        answer -> {
          reads.add(answer);
          return answer;
        });
  }

  private static List<Integer> tombstones(QueryTrace trace) {
    return trace.getEvents().stream()
        .map(event -> READ.matcher(String.valueOf(event.getActivity())))
        .filter(Matcher::find)
        .map(found -> Integer.valueOf(found.group(2)))
        .toList();
  }
}
