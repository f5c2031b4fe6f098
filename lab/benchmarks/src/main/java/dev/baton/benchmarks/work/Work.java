package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Scale;
import dev.baton.benchmarks.trial.Trials;
import java.util.Set;

/** Something that is measured of every contender that can do it. Stateless. */
public interface Work {
  /** As the results call it. */
  String name();

  /** What is done, in one sentence. */
  String about();

  /** What a contender must be able to do. */
  Set<Ability> needs();

  /** Whom a quick run measures at it beside Baton. */
  enum Rivals {
    NONE,
    LIMIT,
    QUICKEST,
    ALL
  }

  /** Those without whom its targets couldn't be judged; a full run has all. */
  default Rivals rivalsInQuickRuns() {
    return Rivals.NONE;
  }

  /** Whether a quick run repeats it as often as a full one. */
  default boolean isRepeatedInQuickRuns() {
    return false;
  }

  /**
   * How many rounds are taken for each that is asked for: more where one is short beside what
   * disturbs it. Whom a quick run measures once is measured once.
   */
  default int roundsInOne(Scale scale) {
    return 1;
  }

  /** What is done once before the first round, unmeasured, where it takes ways of its own. */
  default void warmUp(Trials trials) throws Exception {}

  /** Does it once with one contender. */
  void measure(Trials trials, Figures figures) throws Exception;
}
