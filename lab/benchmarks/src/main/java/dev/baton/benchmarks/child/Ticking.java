package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Contender;

/** A contender with schedules. Called instead of {@link Contender#work}. */
public interface Ticking {
  /** Runs the handler once a second for each of so many schedules, from now on. */
  void tickEverySecond(int schedules, Contender.Handler handler) throws Exception;
}
