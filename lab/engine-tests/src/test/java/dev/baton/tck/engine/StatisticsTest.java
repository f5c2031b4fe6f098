package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stuck;
import dev.baton.operate.statistics.Stuck.Kind;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.Stores;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryStatisticsStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what a node reports of live, stuck and finished tasks. */
final class StatisticsTest {
  private static final SeriesFilter LATELY = SeriesFilter.last(Duration.ofHours(2));

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final Gate gate = new Gate();

  @Test
  void anyNodeReportsTheStatisticsOfStoppedNodes() throws Exception {
    try (TestNode one = TestNode.on(store, b -> b.define(kinds()));
        TestNode two = TestNode.on(store, b -> b.define(kinds()))) {
      one.baton.tasks().addAll(requests("GOOD", 20));
      two.baton.tasks().addAll(requests("GOOD", 10));
      one.baton.tasks().addAll(requests("FLAKY", 5));
      two.baton.tasks().addAll(requests("HOPELESS", 4));
      one.baton.tasks().addAll(requests("BROKEN", 3));
      Waiting.until("all ended", () -> live() == 3 && inHand(one, two) == 0);
    }
    try (TestNode asked = TestNode.on(store, b -> b.client())) {
      StatisticsSeries series = asked.baton.statistics().series(LATELY);
      assertThat(series.series())
          .extracting(StatisticsSeries.Series::type)
          .containsExactly("BROKEN", "FLAKY", "GOOD", "HOPELESS");
      TaskStatistics good = of(series, "GOOD");
      assertThat(good).isEqualTo(statistics(30, 30, 30, 0, 0, 0, good));
      assertThat(good.waited().count()).isEqualTo(30);
      assertThat(good.ran().count()).isEqualTo(30);
      TaskStatistics flaky = of(series, "FLAKY");
      assertThat(flaky).isEqualTo(statistics(5, 10, 5, 0, 0, 5, flaky));
      TaskStatistics hopeless = of(series, "HOPELESS");
      assertThat(hopeless).isEqualTo(statistics(4, 4, 0, 4, 0, 0, hopeless));
      TaskStatistics broken = of(series, "BROKEN");
      assertThat(broken).isEqualTo(statistics(3, 3, 0, 0, 3, 0, broken));
      assertThat(series.total().done()).isEqualTo(35);
      assertThat(asked.baton.statistics().series(LATELY.type("GOOD")).total()).isEqualTo(good);
      assertThat(asked.baton.statistics().series(LATELY.bucket("side")).series())
          .extracting(StatisticsSeries.Series::type)
          .containsExactly("HOPELESS");
    }
  }

  private static TaskDefinition<?, ?>[] kinds() {
    return new TaskDefinition<?, ?>[] {
      RawDefinition.of("GOOD", attempt -> Outcome.done()),
      RawDefinition.of(
              "FLAKY", attempt -> attempt.number() == 1 ? Outcome.retry("not yet") : Outcome.done())
          .retry(Retry.fixed(Duration.ofMillis(1))),
      RawDefinition.of("HOPELESS", attempt -> Outcome.failed("never")).bucket("side"),
      RawDefinition.of("BROKEN", attempt -> Outcome.retry("no")).retry(Retry.never())
    };
  }

  private long live() {
    return new MemoryStatisticsStore(store)
        .count().groups().stream().mapToLong(StatisticsStore.Group::count).sum();
  }

  private static int inHand(TestNode one, TestNode two) {
    return one.baton.leasedTasks() + two.baton.leasedTasks();
  }

  private static TaskStatistics statistics(
      long added,
      long started,
      long done,
      long failed,
      long errors,
      long retried,
      TaskStatistics times) {
    return new TaskStatistics(
        added, started, done, failed, errors, retried, 0, times.waited(), times.ran());
  }

  private static TaskStatistics of(StatisticsSeries series, String type) {
    return series.series().stream()
        .filter(one -> one.type().equals(type))
        .findAny()
        .orElseThrow()
        .total();
  }

  @Test
  void stuckTasksAreReportedByKindAndTypeWithTheFirst() throws Exception {
    UUID lapsed = insert(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST));
    insert(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.FUTURE));
    UUID due = insert(TaskDraft.due("T", TaskDraft.PAST));
    UUID second = insert(TaskDraft.ready("U", TaskDraft.PAST, TaskDraft.FUTURE));
    UUID first = insert(TaskDraft.ready("U", TaskDraft.PAST.minusSeconds(1), TaskDraft.FUTURE));
    insert(TaskDraft.ready("U"));
    insert(TaskDraft.ready("PATIENT", TaskDraft.PAST, TaskDraft.FUTURE));
    TaskDefinition<?, ?> patient =
        RawDefinition.of("PATIENT", attempt -> Outcome.done()).expectedWait(Duration.ofDays(3_650));
    try (TestNode asked = TestNode.on(store, b -> b.client().define(patient))) {
      Stuck stuck = asked.baton.statistics().stuck();
      assertThat(stuck.complete()).isTrue();
      assertThat(stuck.count()).isEqualTo(4);
      assertThat(stuck.groups())
          .containsExactly(
              new Stuck.Group(
                  Kind.LEASE_LAPSED, "default", "T", 1, TaskDraft.PAST, List.of(lapsed)),
              new Stuck.Group(Kind.OVERDUE, "default", "T", 1, TaskDraft.PAST, List.of(due)),
              new Stuck.Group(
                  Kind.QUEUED_TOO_LONG,
                  "default",
                  "U",
                  2,
                  TaskDraft.PAST.minusSeconds(1),
                  List.of(first, second)));
      Stuck fewer = asked.baton.statistics().stuck(StuckAfter.defaults().firstIds(1));
      assertThat(fewer.groups().get(2).first()).containsExactly(first);
      assertThat(asked.baton.statistics().oldestReady().longest().orElseThrow().type())
          .isEqualTo("U");
    }
  }

  @Test
  void pausedTasksAreNotReportedAsStuck() throws Exception {
    UUID kept = insert(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE).withKey("other"));
    insert(TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE).withKey("paused"));
    insert(TaskDraft.ready("U", TaskDraft.PAST, TaskDraft.FUTURE));
    MemoryClusterStore cluster = new MemoryClusterStore(LivedTime.CLOCK);
    try (TestNode asked =
        TestNode.on(store, b -> b.client().stores(stores -> stores.cluster(cluster)))) {
      asked.baton.cluster().pause(Pause.key("T", "paused"), "test");
      asked.baton.cluster().pause(Pause.type("U"), "test");
      assertThat(asked.baton.statistics().stuck().groups())
          .singleElement()
          .satisfies(group -> assertThat(group.first()).containsExactly(kept));
    }
  }

  @Test
  void limitsInUseAreReportedWithTheirHolders() throws Exception {
    TaskDefinition<?, ?> limited =
        RawDefinition.of(
                "T",
                attempt -> {
                  gate.pass();
                  return Outcome.done();
                })
            .limits(
                Limit.node(7),
                Limit.cluster("L", 3),
                Limit.cluster("K", 2).perKey(),
                Limit.clusterRate("R", Rate.of(1, Duration.ofHours(1)).burst(9)));
    try (TestNode one = TestNode.on(store, b -> b.define(limited));
        TestNode asked = TestNode.on(store, b -> b.client().define(limited))) {
      UUID task = one.add(TaskRequest.of(TaskType.of("T")).key("k"));
      gate.awaitArrival();
      LimitsInUse limits = asked.baton.statistics().limits();
      assertThat(limits.complete()).isTrue();
      assertThat(limits.cluster())
          .extracting(LimitsInUse.Use::name, LimitsInUse.Use::key, LimitsInUse.Use::used)
          .containsExactly(tuple("K", "k", 1L), tuple("L", "", 1L), tuple("R", "", 0L));
      assertThat(limits.cluster().get(1).slots()).isEqualTo(3);
      assertThat(limits.cluster().get(1).holders())
          .extracting(LimitsInUse.Holder::task, LimitsInUse.Holder::type)
          .containsExactly(tuple(task, "T"));
      assertThat(limits.cluster().get(2).paidUntil()).isAfter(limits.takenAt());
      assertThat(limits.slotsInUse()).as("on the queried node").isZero();
      LimitsInUse here = one.baton.statistics().limits();
      assertThat(here.slotsInUse()).isEqualTo(1);
      assertThat(here.here())
          .singleElement()
          .satisfies(
              of -> assertThat(of.limits()).contains(new LimitsInUse.Slots("this node", 1, 7)));
      gate.open();
    }
  }

  @Test
  void aNodeWithoutAStoreForStatisticsSaysSo() {
    try (TestNode alone = TestNode.start(b -> b.stores(s -> Stores.of(store)).define(kinds()))) {
      assertThatThrownBy(() -> alone.baton.statistics().counts())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("Stores.statistics(...)");
    }
  }

  private static org.assertj.core.groups.Tuple tuple(Object... values) {
    return org.assertj.core.groups.Tuple.tuple(values);
  }

  private static List<? extends TaskRequest<?, ?>> requests(String type, int count) {
    return IntStream.range(0, count).mapToObj(i -> TaskRequest.of(TaskType.of(type))).toList();
  }

  private UUID insert(TaskDraft draft) throws Exception {
    new MemoryTransactions(store)
        .call(transaction -> store.insert(transaction, List.of(draft.build())));
    return draft.id();
  }
}
