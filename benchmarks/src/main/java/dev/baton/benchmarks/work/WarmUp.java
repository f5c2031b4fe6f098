package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Staffing;
import dev.baton.benchmarks.trial.Trials;

/**
 * What comes before a contender's first figure: the compiler of a JVM takes some ten seconds of two
 * cores before it has done with the hot paths, and its threads would be paid for by the first
 * works.
 */
public final class WarmUp {
  private WarmUp() {}

  /**
   * Works, unmeasured, in the process that rests afterwards. A peer's pace is bound by its
   * statements long before its code is compiled, so a quick run warms it for a shorter time.
   */
  public static void of(Trials trials) throws Exception {
    Adds.of(trials)
        .longer(trials.scale().of(1, trials.entrant().isPeer() ? 1 : 4, 4))
        .measure(trials);
    if (trials.can(Ability.BULK)) {
      Drain.measure(trials, Staffing.ofThroughput());
    }
  }
}
