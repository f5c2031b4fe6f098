package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;

/**
 * The warm-up before a contender's first figure. The compiler of a JVM uses two cores for about
 * twenty seconds before the hot paths are compiled, and the first works would pay for its threads.
 */
public final class WarmUp {
  private WarmUp() {}

  /**
   * Works without measuring, in the process that then waits for its first trial. A peer's
   * statements limit its pace long before its code is compiled, so in a quick run it only adds for
   * a moment.
   */
  public static void of(Trials trials) throws Exception {
    boolean briefly = !trials.scale().isFull() && trials.entrant().isPeer();
    Adds.of(trials).longer(trials.scale().of(1, briefly ? 1 : 4, 4)).measure(trials);
    int drains = briefly ? 0 : trials.scale().of(1, 4, 2);
    for (int i = 0; i < drains && trials.can(Ability.BULK); i++) {
      Drain.measure(trials, Trial.throughput());
    }
  }

  /** Returns how many tasks a second the contender adds one by one while it works on them. */
  public static double addsPerSecond(Trials trials) throws Exception {
    return Adds.of(trials).measure(trials).tasksPerSecond();
  }
}
