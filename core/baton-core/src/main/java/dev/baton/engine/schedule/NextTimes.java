package dev.baton.engine.schedule;

import dev.baton.engine.schedule.TickPlan.Next;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.NodeRuntime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Sets the times in a schedule's row for its next tick. Stateless. */
final class NextTimes {
  private NextTimes() {}

  static ScheduleState placed(ScheduleState state, Next next, Instant now, NodeRuntime runtime) {
    if (next instanceof Next.At at) {
      Instant tick = at.tick().truncatedTo(ChronoUnit.MICROS);
      double chance = runtime.random().nextDouble();
      return state.due(tick, TickRules.served(state.schedule(), tick, chance));
    }
    return next instanceof Next.Over ? state.due(null, null) : state.due(null, now);
  }
}
