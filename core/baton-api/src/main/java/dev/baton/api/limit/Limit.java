package dev.baton.api.limit;

import dev.baton.task.Texts;

/**
 * Limits on what runs, on one node or in the whole cluster. A limit of a node counts all that book
 * with it: share one object among definitions to limit them together. A limit of the cluster counts
 * all that name it, on every node. Thread-safe.
 *
 * <p>Limits of the cluster are strict, even if nodes die, pause or have wrong clocks: the claim
 * takes its permit in its own transaction. A slot is taken exactly as long as its task is held, so
 * those of a dead node come back when its leases have lapsed. A node doesn't start if its
 * definitions name different values for one limit. Where nodes name different values, as during a
 * deployment, the claiming node's holds for its claim.
 */
public final class Limit {
  private static final int LONGEST_NAME = 120;

  private Limit() {}

  /** No limit of its own; the node's limit holds all the same. */
  public static BookingPolicy none() {
    Booking free = Booking.held(() -> {});
    return candidate -> free;
  }

  /** At most this many at a time on this node. */
  public static BookingPolicy perNode(int slots) {
    return perNode(slots, 0, -1);
  }

  /**
   * At most this many at a time on this node, stretched for urgent tasks.
   *
   * @param slots for every priority
   * @param extra more slots, for urgent tasks only
   * @param urgentUpTo the least urgent priority that may use the extra slots
   */
  public static BookingPolicy perNode(int slots, int extra, int urgentUpTo) {
    return nodeLimit(slots, extra, urgentUpTo);
  }

  private static NodeLimit nodeLimit(int slots, int extra, int urgentUpTo) {
    requireSlots(slots);
    if (extra < 0 || extra > Integer.MAX_VALUE - slots) {
      throw new IllegalArgumentException("A limit can't be stretched by " + extra + " slots");
    }
    return new NodeLimit(slots, extra, urgentUpTo);
  }

  /** At most this many at a time on this node for each key. */
  public static BookingPolicy perKey(int slots) {
    requireSlots(slots);
    return new KeyLimit(slots);
  }

  /**
   * At most this many at a time in the whole cluster.
   *
   * @param name what all that share the limit call it; 1–120 characters
   */
  public static BookingPolicy cluster(String name, int slots) {
    return cluster(name, slots, 0, -1);
  }

  /**
   * At most this many at a time in the whole cluster, stretched for urgent tasks.
   *
   * @param extra more slots, for urgent tasks only
   * @param urgentUpTo the least urgent priority that may use the extra slots
   */
  public static BookingPolicy cluster(String name, int slots, int extra, int urgentUpTo) {
    requireName(name);
    return new ClusterLimit(name, nodeLimit(slots, extra, urgentUpTo));
  }

  /** At most this many at a time in the whole cluster for each key. */
  public static BookingPolicy clusterPerKey(String name, int slots) {
    requireName(name);
    requireSlots(slots);
    return new ClusterLimit(name, new KeyLimit(slots));
  }

  /**
   * Starts no more than this rate allows in the whole cluster, on the database's clock. What counts
   * is the claim; one whose answer is lost has used its permits without a start.
   */
  public static BookingPolicy clusterRate(String name, Rate rate) {
    requireName(name);
    return new RateLimit(name, false, rate);
  }

  /** Starts no more than this rate allows in the whole cluster for each key. */
  public static BookingPolicy clusterRatePerKey(String name, Rate rate) {
    requireName(name);
    return new RateLimit(name, true, rate);
  }

  private static void requireName(String name) {
    // MySQL takes two names that differ in blanks at their ends for one.
    boolean blankEnd = !name.equals(name.strip());
    boolean control = name.chars().anyMatch(Character::isISOControl);
    if (name.isEmpty() || blankEnd || name.length() > LONGEST_NAME || control) {
      throw new IllegalArgumentException(
          "A cluster limit's name has 1-"
              + LONGEST_NAME
              + " characters, no control character, no blank at either end; '"
              + name
              + "' doesn't");
    }
    Texts.requireDistinct("A cluster limit's name", name);
  }

  private static void requireSlots(int slots) {
    if (slots < 1) {
      throw new IllegalArgumentException("A limit needs at least one slot, not " + slots);
    }
  }
}
