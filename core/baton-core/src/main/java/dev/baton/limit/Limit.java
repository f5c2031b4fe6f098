package dev.baton.limit;

import dev.baton.limit.internal.LimitPolicies;
import dev.baton.task.internal.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A limit on how many tasks run at a time, or how many are claimed in a period. A definition has
 * one or more limits: {@code limits(Limit.node(15), Limit.cluster("partner", 5).perKey())}; a task
 * then needs a slot of each. Immutable and thread-safe: a limit is only a description, and each
 * node creates its own counters from it.
 *
 * <p>Limits of the cluster are never exceeded, even if nodes die, pause or have wrong clocks: the
 * transaction that gives a task to a node also takes its permit. A slot is in use exactly while a
 * node owns the task, so the slots of a dead node are free again when its leases have expired.
 *
 * <p>A node doesn't start if its definitions use one name with different numbers of slots or rates,
 * or with and without {@code perKey()}. While two versions of an application run at the same time,
 * their nodes may use different numbers: each node then applies its own.
 */
public sealed class Limit {
  private static final int LONGEST_NAME = 120;
  private static final int LEAST_URGENT = 9;
  private static final Booking FREE = Booking.held(() -> {});
  private static final Limit NONE = new Limit(candidate -> FREE);

  private final BookingPolicy policy;

  static {
    LimitPolicies.accessBy(limit -> limit.policy);
  }

  private Limit(BookingPolicy policy) {
    this.policy = policy;
  }

  /**
   * Returns a limit that never refuses a task. Only {@code NodeSettings.maxRunning} then limits how
   * many tasks of the type run at a time on a node.
   */
  public static Limit none() {
    return NONE;
  }

  /**
   * Limits how many tasks of one definition run at a time on each node.
   *
   * @param slots at least 1
   * @throws IllegalArgumentException if slots is less than 1
   */
  public static Slots node(int slots) {
    return new Slots(null, false, slots);
  }

  /**
   * Limits how many tasks of all definitions that use the name run at a time on each node.
   *
   * @param sharedName 1–120 characters
   * @param slots at least 1; the same for all definitions that use the name
   * @throws IllegalArgumentException if slots is less than 1 or the name isn't valid
   */
  public static Slots node(String sharedName, int slots) {
    return new Slots(named(sharedName), false, slots);
  }

  /**
   * Limits how many tasks of all definitions that use the name run at a time in the whole cluster.
   *
   * @param name 1–120 characters
   * @param slots at least 1; the same for all definitions that use the name
   * @throws IllegalArgumentException if slots is less than 1 or the name isn't valid
   */
  public static Slots cluster(String name, int slots) {
    return new Slots(named(name), true, slots);
  }

  /**
   * Limits how many tasks start per period in the whole cluster, on the database's clock. If the
   * response to a claim is lost, its permits are used up although no task starts.
   *
   * @param name 1–120 characters
   * @throws IllegalArgumentException if the name isn't valid
   */
  public static Paced clusterRate(String name, Rate rate) {
    return new Paced(named(name), rate);
  }

  /**
   * Returns a limit with a policy that you implement. All definitions and nodes of this process
   * that use the same policy object share its counters.
   */
  public static Limit custom(BookingPolicy policy) {
    return new Limit(policy);
  }

  /** A limit on the number of tasks at a time. */
  public static final class Slots extends Limit {
    private final @Nullable String name;
    private final boolean isOfCluster;
    private final int slots;

    private Slots(@Nullable String name, boolean isOfCluster, int slots) {
      super(policy(name, isOfCluster, required(name, slots), 0, -1));
      this.name = name;
      this.isOfCluster = isOfCluster;
      this.slots = slots;
    }

    /** Applies the limit to each key separately, instead of to all tasks together. */
    public Limit perKey() {
      KeyLimit perKey = new KeyLimit(isOfCluster ? null : name, slots);
      return new Limit(isOfCluster && name != null ? new ClusterLimit(name, perKey) : perKey);
    }

    /**
     * Adds slots that only urgent tasks may use. Set their priorities with {@link
     * Extra#forPriorityUpTo}.
     *
     * @param more number of extra slots, zero or more
     * @throws IllegalArgumentException if the number is negative or the total is too large
     */
    public Extra extra(int more) {
      if (more < 0 || more > Integer.MAX_VALUE - slots) {
        throw new IllegalArgumentException(
            "The number of extra slots must be zero or more, not " + more);
      }
      return new Extra(this, more);
    }

    private static BookingPolicy policy(
        @Nullable String name, boolean isOfCluster, int slots, int extra, int urgentUpTo) {
      NodeLimit here = new NodeLimit(isOfCluster ? null : name, slots, extra, urgentUpTo);
      return isOfCluster && name != null ? new ClusterLimit(name, here) : here;
    }
  }

  /** A limit on the number of tasks in a period. */
  public static final class Paced extends Limit {
    private final String name;
    private final Rate rate;

    private Paced(String name, Rate rate) {
      super(new RateLimit(name, false, rate));
      this.name = name;
      this.rate = rate;
    }

    /** Applies the limit to each key separately, instead of to all tasks together. */
    public Limit perKey() {
      return new Limit(new RateLimit(name, true, rate));
    }
  }

  /** Extra slots whose priorities aren't set yet. Immutable. */
  public static final class Extra {
    private final Slots slots;
    private final int extra;

    private Extra(Slots slots, int extra) {
      this.slots = slots;
      this.extra = extra;
    }

    /**
     * Returns the limit with extra slots for tasks of these priorities.
     *
     * @param priority the least urgent priority that may use the extra slots, 0 (most urgent) to 9
     * @throws IllegalArgumentException if the priority isn't 0 to 9
     */
    public Limit forPriorityUpTo(int priority) {
      if (priority < 0 || priority > LEAST_URGENT) {
        throw new IllegalArgumentException(
            "A priority runs from 0 (most urgent) to "
                + LEAST_URGENT
                + "; "
                + priority
                + " doesn't");
      }
      return new Limit(Slots.policy(slots.name, slots.isOfCluster, slots.slots, extra, priority));
    }
  }

  private static String named(String name) {
    // MySQL treats two names that differ only in blanks at their ends as equal.
    boolean blankEnd = !name.equals(name.strip());
    boolean control = name.chars().anyMatch(Character::isISOControl);
    if (name.isEmpty() || blankEnd || name.length() > LONGEST_NAME || control) {
      throw new IllegalArgumentException(
          "The limit name '"
              + name
              + "' is invalid: use 1-"
              + LONGEST_NAME
              + " characters, without control characters and without a blank at either end");
    }
    Texts.requireDistinct("The limit name", name);
    return name;
  }

  private static int required(@Nullable String name, int slots) {
    if (slots < 1) {
      throw new IllegalArgumentException(
          (name == null ? "A limit" : "The limit " + name)
              + " needs at least one slot, not "
              + slots
              + ". To stop the tasks, pause them");
    }
    return slots;
  }
}
