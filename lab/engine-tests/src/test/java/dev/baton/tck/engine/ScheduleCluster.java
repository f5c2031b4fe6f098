package dev.baton.tck.engine;

import dev.baton.Baton;
import dev.baton.hook.TaskEvent;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Tick;
import dev.baton.spi.Leadership;
import dev.baton.tck.ManualClock;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Nodes that share schedules on a clock that the test moves. One of them leads. */
final class ScheduleCluster implements AutoCloseable {
  static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  final ManualClock clock = new ManualClock(START);
  final MemoryTaskStore store = new MemoryTaskStore(clock);
  final MemoryScheduleStore schedules = new MemoryScheduleStore(store);
  final Leadership leadership = new MemoryLeadership(LivedTime.CLOCK, Duration.ofSeconds(1));

  /** The ticks that handlers saw, in the order in which they began. */
  final List<Instant> ticks = Collections.synchronizedList(new ArrayList<>());

  private final List<TestNode> nodes = new ArrayList<>();

  TestNode node(UnaryOperator<Baton.Builder> with) {
    TestNode node =
        TestNode.on(
            store,
            b ->
                with.apply(
                    b.leadership(leadership)
                        .stores(s -> s.schedules(schedules))
                        .settings(s -> TestNode.QUICK.lease(Duration.ofHours(1)))));
    nodes.add(node);
    return node;
  }

  /** Records the tick of the attempt. */
  void note(dev.baton.handler.Attempt attempt) {
    ticks.add(Tick.of(attempt).orElseThrow().time());
  }

  ScheduleState state(String name) {
    return schedules.find(name).orElseThrow();
  }

  /** Waits until the schedule satisfies this condition. */
  void until(String name, Predicate<ScheduleState> stands) {
    Waiting.until("the schedule is in the expected state", () -> stands.test(state(name)));
  }

  /** Waits until this number of runs have ended on any node. */
  void awaitEnds(int count) {
    Waiting.until(
        count + " runs have ended",
        () ->
            nodes.stream().mapToInt(n -> n.events.all(TaskEvent.Completed.class).size()).sum()
                >= count);
  }

  void pass(Duration time) {
    clock.advance(time);
  }

  static Instant at(long seconds) {
    return START.plusSeconds(seconds);
  }

  @Override
  public void close() {
    nodes.forEach(TestNode::close);
  }
}
