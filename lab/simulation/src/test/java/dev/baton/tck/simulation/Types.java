package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.List;

/** The task types of the experiments, with the facts that the checkers need. */
final class Types {
  static final String PLAIN = "PLAIN";
  static final String KEYED = "KEYED";
  static final String MONEY = "MONEY";
  static final String ONCE = "ONCE";
  static final String ASYNC = "ASYNC";
  static final String FLOWING = "FLOWING";

  /** Fails when its attempts are used up. */
  static final String SHAKY = "SHAKY";

  static final int SHAKY_ATTEMPTS = 4;
  static final String GATHER = "GATHER";

  /** Runs in the order of its key. */
  static final String ORDERED = "ORDERED";

  /** A type whose keys take turns. Only some seeds have it. */
  static final String FAIR = "FAIR";

  /** A type with many tasks and no limit. */
  static final String FLOOD = "FLOOD";

  /** Keeps notes of its actions, and awaits signals. */
  static final String NOTED = "NOTED";

  /** A workflow. Only some seeds have it. */
  static final String WORK = "WORK";

  /** A child of a {@link #WORK}. */
  static final String CHILD = "CHILD";

  /** Receives signals from others, and checks for signals itself. */
  static final String TALK = "TALK";

  /** Makes payments, which can't be undone, and asks after a crash whether they were made. */
  static final String ASKED = "ASKED";

  /**
   * Makes payments like {@link #ASKED}, but without marking their beginning. After any interruption
   * it asks whether they were made.
   */
  static final String ASKED_BARE = "ASKED_BARE";

  /**
   * Largest number of tasks of type {@link #TALK} that run on a node after a signal cancelled them.
   */
  static final int SLOTS_WHEN_TOLD = 2;

  static final String SIDE_BUCKET = "side";

  /**
   * @param attempts the largest number that its retry policy allows
   * @param once whether only an operator may start a task twice
   */
  record Kind(
      String type, int slots, int slotsPerKey, int attempts, boolean once, Duration deadline) {}

  private static final int MANY = 1_000;

  private final int maxRunning;
  private final List<Kind> kinds;

  Types(int maxRunning, Duration deadline) {
    this.maxRunning = maxRunning;
    kinds =
        List.of(
            new Kind(PLAIN, 4, MANY, 4, false, deadline),
            new Kind(KEYED, 5, 1, 4, false, deadline),
            new Kind(MONEY, 3, MANY, 5, false, deadline),
            new Kind(ONCE, 3, MANY, 1, true, deadline),
            new Kind(ASYNC, 3, MANY, 4, false, deadline),
            new Kind(FLOWING, 3, MANY, 4, false, deadline),
            new Kind(SHAKY, 2, 1, SHAKY_ATTEMPTS, false, deadline),
            new Kind(GATHER, 3, MANY, 4, false, deadline),
            new Kind(TALK, 4, MANY, 4, false, deadline),
            new Kind(ASKED, 3, MANY, 4, false, deadline),
            new Kind(ASKED_BARE, 3, MANY, 4, false, deadline),
            new Kind(FAIR, 1, MANY, 4, false, deadline),
            new Kind(ORDERED, 4, MANY, 4, false, deadline),
            new Kind(NOTED, 3, MANY, 4, false, deadline),
            new Kind(WORK, 3, MANY, 4, false, deadline),
            new Kind(CHILD, 4, MANY, 4, false, deadline),
            new Kind(FLOOD, MANY, MANY, 4, false, deadline));
  }

  /** Returns whether a handler of the experiments runs the tasks of this type. */
  static boolean hasHandler(String type) {
    return !type.startsWith("baton-");
  }

  int maxRunning() {
    return maxRunning;
  }

  List<Kind> all() {
    return kinds;
  }

  Kind of(String type) {
    for (Kind kind : kinds) {
      if (kind.type().equals(type)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(type);
  }
}
