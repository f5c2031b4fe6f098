package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Contender;

/** A contender with schedules. The harness calls it instead of {@link Contender#work}. */
public interface Ticking {
  /** Runs the handler once a second for each of this number of schedules, from now on. */
  void tickEverySecond(int schedules, Contender.Handler handler) throws Exception;
}
