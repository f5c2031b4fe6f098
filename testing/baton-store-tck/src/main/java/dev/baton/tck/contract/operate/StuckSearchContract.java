package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.BulkReport;
import dev.baton.operate.Cursor;
import dev.baton.operate.Listing;
import dev.baton.operate.Page;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.Stores;
import dev.baton.task.Status;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for the search for stuck tasks. */
public interface StuckSearchContract extends StoreFixture {
  /** A filter for stuck tasks. */
  TaskFilter STUCK = TaskFilter.all().stuck(StuckAfter.defaults());

  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  /** Returns the statistics store on the store's database. */
  StatisticsStore statistics();

  @Test
  default void stuckTasksAreFoundByWhateverElseIsAsked() throws Exception {
    UUID lapsed = add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST));
    UUID overdue = add(TaskDraft.due("T", TaskDraft.PAST).inBucket("b"));
    UUID queued = add(TaskDraft.ready("U", TaskDraft.PAST, TaskDraft.FUTURE).withKey("k"));
    add(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.FUTURE));
    add(TaskDraft.due("T", TaskDraft.FUTURE));
    add(TaskDraft.ready("U", statistics().now(), TaskDraft.FUTURE));
    add(TaskDraft.ready("PATIENT", TaskDraft.PAST, TaskDraft.FUTURE));
    add(TaskDraft.in(Status.ERROR));
    add(TaskDraft.in(Status.BLOCKED));
    given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    try (Baton client = client()) {
      assertThat(client.statistics().stuck().count()).isEqualTo(3);
      assertThat(ids(client, STUCK)).containsExactlyInAnyOrder(lapsed, overdue, queued);
      assertThat(ids(client, STUCK.type("T"))).containsExactlyInAnyOrder(lapsed, overdue);
      assertThat(ids(client, STUCK.typePrefix("U"))).containsExactly(queued);
      assertThat(ids(client, STUCK.bucket("b"))).containsExactly(overdue);
      assertThat(ids(client, STUCK.key("k"))).containsExactly(queued);
      assertThat(ids(client, STUCK.status(Status.RUNNING, Status.ERROR))).containsExactly(lapsed);
      assertThat(ids(client, STUCK.status(Status.ERROR, Status.DONE))).isEmpty();
      assertThat(ids(client, STUCK.ids(Set.of(queued, UUID.randomUUID())))).containsExactly(queued);
      assertThat(ids(client, STUCK.stuckOrNot())).hasSizeGreaterThan(5);
      Duration ages = Duration.between(TaskDraft.PAST, statistics().now()).plusDays(1);
      StuckAfter never = new StuckAfter(ages, ages, 0);
      assertThat(ids(client, STUCK.stuck(never))).isEmpty();
    }
  }

  @Test
  default void pagesOfStuckTasksTellEachOnceInTheOrderOfTheirIds() throws Exception {
    Set<UUID> all = new TreeSet<>();
    for (int i = 0; i < 7; i++) {
      all.add(add(TaskDraft.due("T", TaskDraft.PAST)));
      all.add(add(TaskDraft.ready("U", TaskDraft.PAST, TaskDraft.FUTURE)));
    }
    try (Baton client = client()) {
      List<UUID> newest = paged(client, STUCK, 3);
      List<UUID> oldest = paged(client, STUCK.oldestFirst(), 5);
      assertThat(newest).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(all);
      assertThat(newest).isSortedAccordingTo((a, b) -> b.toString().compareTo(a.toString()));
      assertThat(oldest).containsExactlyInAnyOrderElementsOf(all);
      assertThat(oldest).isSortedAccordingTo((a, b) -> a.toString().compareTo(b.toString()));
      Cursor amongFinished = new Cursor(Instant.EPOCH, newest.get(0));
      assertThat(client.operations().search(STUCK).from(amongFinished).page(3).items()).isEmpty();
    }
  }

  @Test
  default void whatHasMovedSinceItWasFoundStuckIsNeitherListedNorChanged() throws Exception {
    UUID moved = add(TaskDraft.due("T", TaskDraft.PAST));
    UUID left = add(TaskDraft.due("T", TaskDraft.PAST));
    try (Baton client = client()) {
      assertThat(client.statistics().stuck().count()).isEqualTo(2);
      client.operations().task(moved).ifUnchangedSince(1).rescheduleIn(Duration.ofDays(1));
      assertThat(ids(client, STUCK)).containsExactly(left);
      assertThat(client.operations().bulk(STUCK).cancel("nothing moves it"))
          .isEqualTo(new BulkReport(1, 1, 0, Optional.empty()));
      assertThat(given().find(moved).position().status()).isEqualTo(Status.WAITING);
    }
  }

  private static List<UUID> ids(Baton baton, TaskFilter filter) {
    return paged(baton, filter, Page.MAX_SIZE);
  }

  private static List<UUID> paged(Baton baton, TaskFilter filter, int size) {
    List<UUID> ids = new ArrayList<>();
    Listing<TaskInfo> left = baton.operations().search(filter);
    Cursor next;
    do {
      Page<TaskInfo> page = left.page(size);
      page.items().forEach(task -> ids.add(task.id()));
      next = page.next().orElse(null);
      left = next == null ? left : left.from(next);
    } while (next != null);
    return ids;
  }

  private Baton client() {
    Duration patience = Duration.ofDays(3_650);
    return Baton.builder(Stores.of(store()).operations(operations()).statistics(statistics()))
        .client()
        .transactions(transactions())
        .define(RawDefinition.of("PATIENT", attempt -> Outcome.done()).expectedWait(patience))
        .start();
  }

  private UUID add(TaskDraft draft) throws Exception {
    given().add(draft);
    return draft.id();
  }
}
