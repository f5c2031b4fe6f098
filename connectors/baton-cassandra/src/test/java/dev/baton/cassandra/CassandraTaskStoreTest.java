package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.core.CoreStore;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.TaskDraft;
import dev.baton.tck.contract.core.CoreStoreContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The core's contract, on a server. */
class CassandraTaskStoreTest implements CoreStoreContract {
  private final ManualClock clock = TestKeyspace.clock();
  private final CoreStore store = TestKeyspace.empty().store(clock);

  @Override
  public CoreStore store() {
    return store;
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }

  @Test
  void moreNodesThanShardsShareABacklogInOrder() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int second = 0; second < 60; second++) {
      drafts.add(TaskDraft.ready("T", TaskDraft.PAST.plusSeconds(second), TaskDraft.FUTURE));
    }
    given().addAll(drafts);
    List<UUID> all = drafts.stream().map(TaskDraft::id).toList();
    List<UUID> read = new ArrayList<>();
    for (int part = 0; part < 7; part++) {
      FetchRequest request = new FetchRequest(new Flow("T", ""), Map.of(), new Share(part, 7));
      List<UUID> share =
          store.fetch("default", List.of(request), 100).stream().map(Candidate::id).toList();
      assertThat(share).isEqualTo(all.stream().filter(share::contains).toList());
      assertThat(store.fetch("default", List.of(request), 2))
          .extracting(Candidate::id)
          .isEqualTo(share.subList(0, Math.min(2, share.size())));
      read.addAll(share);
    }
    assertThat(read).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void extremeTimesAreStoredAndSwept() throws Exception {
    Task late = given().added(TaskDraft.due("T", Instant.parse("9998-12-31T23:59:59.123456Z")));
    assertThat(late.position().runAt()).isEqualTo("9998-12-31T23:59:59.123456Z");
    assertThat(store.overdue(SweepPlace.since(Instant.MIN), SweepPlace.since(Instant.MIN), 10))
        .isEmpty();
    assertThat(store.due(Duration.ofMinutes(1), Instant.MIN, 10)).isEmpty();
  }
}
