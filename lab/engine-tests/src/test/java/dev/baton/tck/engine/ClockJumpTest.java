package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.spi.core.StoreReport;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests a store whose clock is set forward while nodes hold tasks. */
final class ClockJumpTest {
  private static final NodeSettings SETTINGS = TestNode.QUICK.lease(Duration.ofMillis(3_000));

  private final JumpingClock clock = new JumpingClock();
  private final MemoryTaskStore store = new MemoryTaskStore(clock);
  private final MemoryClusterStore cluster = new MemoryClusterStore(clock);
  private final Gate gate = new Gate();
  private final AtomicInteger runs = new AtomicInteger();

  private TaskDefinition<?, ?> definition(String type, OnLost<Bytes, Void> onLost) {
    return RawDefinition.of(
            type,
            attempt -> {
              runs.incrementAndGet();
              gate.passStubbornly();
              return Outcome.done();
            })
        .onLost(onLost);
  }

  private TestNode node(boolean runs) {
    return node(runs, SETTINGS);
  }

  private TestNode node(boolean runs, NodeSettings settings) {
    return TestNode.on(
        store,
        b -> {
          b.stores(s -> s.tasks(new Reporting()).cluster(cluster)).settings(s -> settings);
          return runs
              ? b.settings(s -> s.withoutSweeper())
                  .define(definition("ONCE", OnLost.stop()), definition("AGAIN", OnLost.resume()))
              : b;
        });
  }

  @Test
  void jumpOfTheStoresClockTakesNoTaskFromALivingNode() throws Exception {
    try (TestNode sweeper = node(false);
        TestNode holder = node(true)) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        ids.add(holder.add(TaskRequest.of(TaskType.of(i % 2 == 0 ? "ONCE" : "AGAIN"))));
      }
      gate.awaitArrivals(10);
      clock.aheadMillis = Duration.ofHours(1).toMillis();
      int looks = clock.reports.get();
      Waiting.until("the leader has looked at its clock", () -> clock.reports.get() > looks + 2);
      gate.open();
      for (UUID id : ids) {
        holder.completed(id, Rule.FINISH);
      }
      assertThat(sweeper.events.all(NodeEvent.Swept.class)).isEmpty();
    }
    assertThat(runs).hasValue(10);
  }

  /** No read of the clock shows this jump: the leases were written between two reads. */
  @Test
  void clockThatMovesBackAndForwardTakesNoTaskFromALivingNode() throws Exception {
    // The sweeper checks all leases more often than the holder renews one.
    NodeSettings slow = SETTINGS.lease(Duration.ofSeconds(9));
    try (TestNode sweeper = node(false);
        TestNode holder = node(true, slow)) {
      Waiting.until("the leader has looked at its clock", () -> clock.reports.get() >= 2);
      clock.aheadMillis = -Duration.ofHours(1).toMillis();
      UUID once = holder.add(TaskRequest.of(TaskType.of("ONCE")));
      UUID again = holder.add(TaskRequest.of(TaskType.of("AGAIN")));
      gate.awaitArrivals(2);
      clock.aheadMillis = 0;
      for (UUID id : List.of(once, again)) {
        Waiting.until(
            "its lease is renewed", () -> endOfLease(sweeper, id).isAfter(clock.instant()));
      }
      gate.open();
      holder.completed(once, Rule.FINISH);
      holder.completed(again, Rule.FINISH);
      assertThat(sweeper.events.all(NodeEvent.Swept.class)).isEmpty();
    }
    assertThat(runs).hasValue(2);
  }

  private static Instant endOfLease(TestNode node, UUID id) {
    Instant end = node.task(id).position().nextEventAt();
    return end == null ? Instant.MIN : end;
  }

  @Test
  void deadNodesTasksAreRescuedSoonAfterAJump() throws Exception {
    try (TestNode sweeper = node(false)) {
      UUID id;
      TestNode dead = node(true);
      id = dead.add(TaskRequest.of(TaskType.of("AGAIN")));
      gate.awaitArrival();
      dead.baton.stop(Duration.ZERO);
      clock.aheadMillis = Duration.ofHours(1).toMillis();
      sweeper.events.await(NodeEvent.Swept.class, swept -> swept.taskId().equals(id));
      gate.open();
    }
  }

  @Test
  void leasesFromAClockThatWasAheadEndWhenItIsRightAgain() throws Exception {
    clock.aheadMillis = Duration.ofHours(1).toMillis();
    UUID id;
    try (TestNode dead = node(true, TestNode.SHORT_LEASE)) {
      id = dead.add(TaskRequest.of(TaskType.of("AGAIN")));
      gate.awaitArrival();
      dead.baton.stop(Duration.ZERO);
      clock.aheadMillis = 0;
      try (TestNode sweeper = node(false, TestNode.SHORT_LEASE)) {
        sweeper.events.await(NodeEvent.Swept.class, swept -> swept.taskId().equals(id));
        assertThat(sweeper.task(id).position().status()).isEqualTo(Status.READY);
      }
      gate.open();
    }
  }

  @Test
  void livingHolderKeepsALeaseFromAClockThatWasAhead() throws Exception {
    clock.aheadMillis = Duration.ofHours(1).toMillis();
    try (TestNode holder = node(true)) {
      UUID id = holder.add(TaskRequest.of(TaskType.of("ONCE")));
      gate.awaitArrival();
      clock.aheadMillis = 0;
      try (TestNode sweeper = node(false, TestNode.SHORT_LEASE)) {
        Waiting.until(
            "its lease ends as soon as any can",
            () -> {
              Instant end = sweeper.task(id).position().nextEventAt();
              return end != null && end.isBefore(clock.instant().plus(SETTINGS.lease()));
            });
        gate.open();
        holder.completed(id, Rule.FINISH);
        assertThat(sweeper.events.all(NodeEvent.Swept.class)).isEmpty();
      }
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void schedulesThatTickedWhileTheClockWasAheadContinueWhenItIsRightAgain() throws Exception {
    MemoryScheduleStore schedules = new MemoryScheduleStore(store);
    TaskRequest<?, ?> task = TaskRequest.of(TaskType.of("TICK"));
    Schedule cron = Schedule.cron("cron", "* * * * * *", ZoneOffset.UTC).overlap(Overlap.ALLOW);
    Schedule rate = Schedule.fixedRate("rate", Duration.ofSeconds(1)).overlap(Overlap.ALLOW);
    Schedule delay = Schedule.fixedDelay("delay", Duration.ofSeconds(1));
    Schedule all = Schedule.fixedRate("all", Duration.ofSeconds(1)).overlap(Overlap.ALLOW);
    try (Warnings warnings = new Warnings();
        TestNode node =
            TestNode.on(
                store,
                b ->
                    b.stores(s -> s.tasks(new Reporting()).cluster(cluster).schedules(schedules))
                        .settings(s -> SETTINGS)
                        .define(RawDefinition.of("TICK", attempt -> Outcome.done()))
                        .schedule(cron.adds(task), rate.adds(task), delay.adds(task))
                        .schedule(all.missed(Missed.ALL).adds(task)))) {
      List<String> names = List.of("cron", "rate", "delay");
      for (String name : names) {
        node.events.await(NodeEvent.Ticked.class, tick -> tick.schedule().equals(name));
      }
      clock.aheadMillis = Duration.ofHours(1).toMillis();
      Instant ahead = Instant.now().plus(Duration.ofMinutes(50));
      for (String name : names) {
        node.events.await(
            NodeEvent.Ticked.class,
            tick -> tick.schedule().equals(name) && tick.tick().isAfter(ahead));
      }
      Instant lastTicks = ahead.plus(Duration.ofMinutes(9));
      Waiting.until(
          "all ticks are served", () -> ticks(node, "all").stream().anyMatch(lastTicks::isBefore));
      clock.aheadMillis = 0;
      Instant back = Instant.now();
      for (String name : names) {
        node.events.await(
            NodeEvent.Ticked.class,
            tick ->
                tick.schedule().equals(name)
                    && tick.tick().isAfter(back)
                    && tick.tick().isBefore(ahead));
        // A fixed delay may continue twice: for its last run, and for its next tick.
        assertThat(warnings.with("The schedule " + name + " ticked at")).hasSizeBetween(1, 2);
      }
      Waiting.until(
          "it is reported",
          () -> !warnings.with("The schedule all can't tick now: it ticked at").isEmpty());
      assertThat(ticks(node, "all")).doesNotHaveDuplicates();
    }
  }

  private static List<Instant> ticks(TestNode node, String schedule) {
    return node.events.all(NodeEvent.Ticked.class).stream()
        .filter(tick -> tick.schedule().equals(schedule))
        .map(NodeEvent.Ticked::tick)
        .toList();
  }

  /** The machine's time plus a jump. */
  private static final class JumpingClock implements InstantSource {
    private final AtomicInteger reports = new AtomicInteger();
    private volatile long aheadMillis;

    @Override
    public Instant instant() {
      return LivedTime.CLOCK.instant().plusMillis(aheadMillis);
    }
  }

  /** Reports what its clock shows. */
  private final class Reporting extends StoreWrapper {
    Reporting() {
      super(store);
    }

    @Override
    public Optional<StoreReport> report() {
      clock.reports.incrementAndGet();
      return Optional.of(new StoreReport(clock.instant(), List.of()));
    }
  }
}
