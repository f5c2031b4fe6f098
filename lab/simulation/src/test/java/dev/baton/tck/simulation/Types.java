package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.List;

/** The task types of the experiments, by what the checkers must know of them. */
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

  /** Its keys take turns. Only some seeds have it. */
  static final String FAIR = "FAIR";

  /** Comes in great numbers, and has no limit. */
  static final String FLOOD = "FLOOD";

  /** Keeps notes of what it has done, and awaits signals. */
  static final String NOTED = "NOTED";

  /** Gets news from others, and looks for them itself. */
  static final String TALK = "TALK";

  /** Does what can't be taken back, and asks after a crash whether it did. */
  static final String ASKED = "ASKED";

  /** As that, without saying when it begins: whatever was cut off is asked about. */
  static final String ASKED_BARE = "ASKED_BARE";

  /** At most so many tasks of the type that gets news work on them on a node. */
  static final int SLOTS_WHEN_TOLD = 2;

  static final String SIDE_BUCKET = "side";

  /**
   * @param attempts the most that its retry policy allows
   * @param once whether nothing but an operator may start it twice
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
            new Kind(FLOOD, MANY, MANY, 4, false, deadline));
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
