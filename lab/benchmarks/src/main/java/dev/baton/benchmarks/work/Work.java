package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Scale;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** A work that is measured for every contender with the needed features. Stateless. */
public interface Work {
  /** Returns its name in the results. */
  String name();

  /** Returns a description in one sentence. */
  String about();

  /** Returns the features that a contender needs for it. */
  Set<Ability> needs();

  /** The contenders that a quick run measures in addition to Baton. */
  enum Rivals {
    NONE,
    LIMIT,
    QUICKEST,
    ALL
  }

  /** Returns the contenders without which its targets couldn't be checked. A full run has all. */
  default Rivals rivalsInQuickRuns() {
    return Rivals.NONE;
  }

  /** Returns whether a quick run repeats it as often as a full one. */
  default boolean isRepeatedInQuickRuns() {
    return false;
  }

  /**
   * Returns how many rounds count as one: more if a round is short compared with its disturbances.
   * A contender that a quick run measures once is measured only once.
   */
  default int roundsInOne(Scale scale) {
    return 1;
  }

  /**
   * Runs once before the first round, without measuring, if the work uses code that no other work
   * uses.
   */
  default void warmUp(Trials trials) throws Exception {}

  /** Runs the work once with one contender. */
  void measure(Trials trials, Figures figures) throws Exception;
}
