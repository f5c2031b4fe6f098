package dev.baton.tck.simulation;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Tick;
import dev.baton.schedule.internal.TickTraits;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks a schedule whose missed ticks all run: each tick has one task, and no tick is left out. A
 * failover undoes ticks together with their tasks.
 */
final class TickCheck implements RowCheck {
  /** The schedule that people change. Its ticks follow no rule. */
  static final String BY_HAND = "by-hand";

  private static final Duration PERIOD = Duration.ofMillis(1_100);

  static final Schedule SCHEDULE =
      Schedule.fixedRate("steady", PERIOD)
          .missed(Missed.ALL)
          .overlap(Overlap.ALLOW)
          .jitter(Duration.ofMillis(400))
          .adds(TaskRequest.of(TaskType.of(Types.PLAIN)));

  private final Violations violations;
  private final SimulatedDatabase database;
  private final boolean takesPart;
  private final TreeMap<Instant, UUID> ticks = new TreeMap<>();

  TickCheck(Violations violations, SimulatedDatabase database, Scenario scenario) {
    this.violations = violations;
    this.database = database;
    // Half of the worlds take part. This draws no random number, so that the others keep their
    // histories.
    this.takesPart = scenario.mood() != Scenario.Mood.CALM && scenario.nodes() % 2 == 1;
  }

  boolean takesPart() {
    return takesPart;
  }

  @Override
  public void changed(RowChange change) {
    Task added = change.after().live();
    if (!change.before().isGone() || added == null) {
      return;
    }
    Optional<Tick> tick = TickTraits.in(added.spec().traits());
    if (tick.isEmpty() || !tick.get().schedule().equals(SCHEDULE.name())) {
      return;
    }
    UUID other = ticks.putIfAbsent(tick.get().time(), change.id());
    if (other != null && !other.equals(change.id())) {
      violations.report("two tasks for the tick " + tick.get());
    }
  }

  @Override
  public void rewound() {
    Instant next = nextTick();
    if (next == null) {
      ticks.clear();
    } else {
      ticks.tailMap(next, true).clear();
    }
  }

  private @Nullable Instant nextTick() {
    return database.schedule(SCHEDULE.name()).map(ScheduleState::nextTick).orElse(null);
  }

  /**
   * Ends the schedule after it has served all ticks up to now. Otherwise the run would never end.
   */
  void endWhenCaughtUp() {
    database.schedule(BY_HAND).filter(state -> !state.isOver()).ifPresent(database::endSchedule);
    Optional<ScheduleState> state = database.schedule(SCHEDULE.name());
    if (state.isEmpty() || state.get().nextTick() == null) {
      return;
    }
    if (state.get().nextTick().isAfter(database.now())) {
      database.endSchedule(state.get());
    }
  }

  /** Returns whether no tick will come any more. */
  boolean areOver() {
    return isOver(SCHEDULE.name()) && isOver(BY_HAND);
  }

  private boolean isOver(String name) {
    return database.schedule(name).map(ScheduleState::isOver).orElse(true);
  }

  /** Checks that no tick is missing between the first and the last. */
  void checkAll() {
    Optional<ScheduleState> state = database.schedule(SCHEDULE.name());
    if (state.isEmpty() || ticks.isEmpty()) {
      return;
    }
    if (!ticks.lastKey().equals(state.get().past().lastTick())) {
      violations.report("the last tick has no task: " + this);
    }
    Instant expected = ticks.firstKey();
    for (Instant tick : ticks.keySet()) {
      if (!tick.equals(expected)) {
        violations.report("the tick " + expected + " has no task; the next is " + tick);
        return;
      }
      expected = tick.plus(PERIOD);
    }
    if (state.get().past().runs() != ticks.size()) {
      violations.report(ticks.size() + " ticks have tasks, but the schedule counted: " + this);
    }
  }

  @Override
  public String toString() {
    return String.valueOf(database.schedule(SCHEDULE.name()).orElse(null));
  }
}
