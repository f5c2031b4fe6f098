package dev.baton.task.internal;

/** What a claim must get from a limit of the whole cluster before its task may run. */
public sealed interface Permit {

  /** The limit, and the key it counts for; empty where it counts for all. */
  String limit();

  String key();

  /** What the store knows the limit by. */
  default String name() {
    return key().isEmpty() ? limit() : limit() + "\n" + key();
  }

  /**
   * A place among those that run at a time. It is taken exactly as long as the task is held under
   * the owner that claimed it, so whatever ends the holding gives it back.
   *
   * @param slots places there are, for a task this urgent
   */
  record Slot(String limit, String key, int slots) implements Permit {
    public Slot {
      require(limit, slots >= 1, "needs at least one slot");
    }
  }

  /**
   * A share of what may be started in a time: in any time t no more than {@code burst + t /
   * intervalMicros}.
   *
   * @param intervalMicros the time that one unit takes
   * @param burst units that may be started at once after a rest
   * @param weight units this task takes
   */
  record Rate(String limit, String key, long intervalMicros, int burst, int weight)
      implements Permit {
    public Rate {
      require(limit, intervalMicros >= 1, "can't be faster than one per microsecond");
      require(limit, weight >= 1, "needs weights of at least 1");
      require(
          limit, weight <= burst, "has a burst of " + burst + ", less than the weight " + weight);
    }
  }

  private static void require(String limit, boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("The cluster limit '" + limit + "' " + what);
    }
  }
}
