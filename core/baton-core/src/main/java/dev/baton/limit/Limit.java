package dev.baton.limit;

import dev.baton.task.internal.Texts;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many tasks run at a time, or how many are claimed in a period. A definition takes one
 * or more: {@code limits(Limit.node(15), Limit.cluster("partner", 5).perKey())}; a task then needs
 * a slot of each. Immutable and thread-safe: a limit is a description, and each node counts on its
 * own.
 *
 * <p>Limits of the cluster are strict, even if nodes die, pause or have wrong clocks: the claim
 * takes its permit in its own transaction. A slot is taken exactly as long as a node holds its
 * task, so the slots of a dead node are free again when its leases have ended. A node doesn't start
 * if its definitions give one name different numbers. While two versions of an application run
 * beside each other, their numbers may differ: then each node uses its own.
 */
public sealed class Limit {
  private static final int LONGEST_NAME = 120;
  private static final int LEAST_URGENT = 9;
  private static final Booking FREE = Booking.held(() -> {});
  private static final Limit NONE = new Limit(candidate -> FREE);

  private final BookingPolicy policy;

  private Limit(BookingPolicy policy) {
    this.policy = policy;
  }

  /** Returns the policy that decides. It has no counters yet. */
  BookingPolicy policy() {
    return policy;
  }

  /** No limit: only the node's {@code maxRunning} bounds the type. */
  public static Limit none() {
    return NONE;
  }

  /**
   * At most this many at a time on each node, of the definition that names the limit.
   *
   * @param slots at least 1
   * @throws IllegalArgumentException for fewer
   */
  public static Slots node(int slots) {
    return new Slots(null, false, slots);
  }

  /**
   * At most this many at a time on each node, of all definitions that use the name.
   *
   * @param sharedName 1–120 characters
   * @param slots at least 1; the same for all that use the name
   * @throws IllegalArgumentException for fewer, or for a name that isn't one
   */
  public static Slots node(String sharedName, int slots) {
    return new Slots(named(sharedName), false, slots);
  }

  /**
   * At most this many at a time in the whole cluster, of all definitions that use the name.
   *
   * @param name 1–120 characters
   * @param slots at least 1; the same for all that use the name
   * @throws IllegalArgumentException for fewer, or for a name that isn't one
   */
  public static Slots cluster(String name, int slots) {
    return new Slots(named(name), true, slots);
  }

  /**
   * Claims no more than this rate allows in the whole cluster, on the database's clock. If the
   * reply to a claim is lost, the claim has used its permits, but no task starts.
   *
   * @param name 1–120 characters
   * @throws IllegalArgumentException for a name that isn't one
   */
  public static Paced clusterRate(String name, Rate rate) {
    return new Paced(named(name), rate);
  }

  /** A limit of your own. All definitions and nodes that are given this object share it. */
  public static Limit custom(BookingPolicy policy) {
    return new Limit(policy);
  }

  /** A number of tasks at a time. */
  public static final class Slots extends Limit {
    private final @Nullable String name;
    private final boolean isOfCluster;
    private final int slots;

    private Slots(@Nullable String name, boolean isOfCluster, int slots) {
      super(policy(name, isOfCluster, required(slots), 0, -1));
      this.name = name;
      this.isOfCluster = isOfCluster;
      this.slots = slots;
    }

    /** As many for each key, instead of for all tasks together. */
    public Limit perKey() {
      KeyLimit perKey = new KeyLimit(isOfCluster ? null : name, slots);
      return new Limit(isOfCluster && name != null ? new ClusterLimit(name, perKey) : perKey);
    }

    /**
     * Adds slots that only urgent tasks may use.
     *
     * @param more zero or more
     * @throws IllegalArgumentException for fewer, or if there were too many in all
     */
    public Extra extra(int more) {
      if (more < 0 || more > Integer.MAX_VALUE - slots) {
        throw new IllegalArgumentException("A limit can't have " + more + " extra slots");
      }
      return new Extra(this, more);
    }

    private static BookingPolicy policy(
        @Nullable String name, boolean isOfCluster, int slots, int extra, int urgentUpTo) {
      NodeLimit here = new NodeLimit(isOfCluster ? null : name, slots, extra, urgentUpTo);
      return isOfCluster && name != null ? new ClusterLimit(name, here) : here;
    }
  }

  /** A number of tasks in a period. */
  public static final class Paced extends Limit {
    private final String name;
    private final Rate rate;

    private Paced(String name, Rate rate) {
      super(new RateLimit(name, false, rate));
      this.name = name;
      this.rate = rate;
    }

    /** As many for each key, instead of for all tasks together. */
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
     * The limit whose extra slots are for tasks of these priorities.
     *
     * @param priority the least urgent one, 0 (most urgent) to 9
     * @throws IllegalArgumentException for another
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
    // MySQL takes two names that differ in blanks at their ends for one.
    boolean blankEnd = !name.equals(name.strip());
    boolean control = name.chars().anyMatch(Character::isISOControl);
    if (name.isEmpty() || blankEnd || name.length() > LONGEST_NAME || control) {
      throw new IllegalArgumentException(
          "A limit's name has 1-"
              + LONGEST_NAME
              + " characters, no control character, no blank at either end; '"
              + name
              + "' doesn't");
    }
    Texts.requireDistinct("A limit's name", name);
    return name;
  }

  private static int required(int slots) {
    if (slots < 1) {
      throw new IllegalArgumentException("A limit needs at least one slot, not " + slots);
    }
    return slots;
  }
}
