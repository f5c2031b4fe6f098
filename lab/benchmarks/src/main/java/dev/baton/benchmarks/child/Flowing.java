package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Contender;

/** A contender with workflows. The harness calls it instead of {@link Contender#work}. */
public interface Flowing {
  /**
   * Adds workflows, and starts to work on them if it doesn't yet.
   *
   * @param steps the number of steps of each, which do nothing; 0 for workflows that wait for days
   * @param ended called at the end of each workflow
   */
  void flow(int workflows, int steps, Contender.Handler ended) throws Exception;
}
