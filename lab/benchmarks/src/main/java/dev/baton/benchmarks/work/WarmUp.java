package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;

/**
 * What comes before a contender's first figure: the compiler of a JVM takes some twenty seconds of
 * two cores before it has done with the hot paths, and its threads would be paid for by the first
 * works.
 */
public final class WarmUp {
  private WarmUp() {}

  /**
   * Works, unmeasured, in the process that rests afterwards. A peer's pace is bound by its
   * statements long before its code is compiled, so a quick run only has it add for a moment.
   */
  public static void of(Trials trials) throws Exception {
    boolean briefly = !trials.scale().isFull() && trials.entrant().isPeer();
    Adds.of(trials).longer(trials.scale().of(1, briefly ? 1 : 4, 4)).measure(trials);
    int drains = briefly ? 0 : trials.scale().of(1, 4, 2);
    for (int i = 0; i < drains && trials.can(Ability.BULK); i++) {
      Drain.measure(trials, Trial.throughput());
    }
  }
}
