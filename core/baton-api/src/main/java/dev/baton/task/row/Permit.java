package dev.baton.task.row;

/** A permit that a claim needs from a limit of the whole cluster before its task may run. */
public sealed interface Permit {

  /** Returns the name of the limit. */
  String limit();

  /** Returns the key to which the limit applies; empty if it applies to all tasks. */
  String key();

  /** Returns the name of the limit in the store. */
  default String name() {
    return key().isEmpty() ? limit() : limit() + "\n" + key();
  }

  /**
   * A permit of a limit on the number of tasks at a time. A task has the permit exactly while it is
   * RUNNING: every transition to another status also returns the permit.
   *
   * @param slots number of slots of the limit for a task of this priority
   */
  record Slot(String limit, String key, int slots) implements Permit {
    public Slot {
      require(limit, slots >= 1, "needs at least one slot");
    }
  }

  /**
   * A permit of a rate limit. In any period of {@code t} microseconds, tasks with a total weight of
   * at most {@code burst + t / intervalMicros} may start.
   *
   * @param intervalMicros time for one unit of weight, in microseconds
   * @param burst units that may start at once after an idle period
   * @param weight units that this task uses
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
