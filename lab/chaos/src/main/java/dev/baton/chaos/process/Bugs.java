package dev.baton.chaos.process;

import java.util.List;

/** The bugs of the canaries. A checker that misses one of them is broken. */
public final class Bugs {
  /** A store that lets any node complete a task, and leases that are never renewed. */
  public static final String UNFENCED = "unfenced";

  /** A handler that writes its effect outside its transaction. */
  public static final String EFFECT_OUTSIDE = "effect-outside";

  /** An adder that adds tasks outside the transaction of its business row. */
  public static final String ADD_OUTSIDE = "add-outside";

  /** An adder that leaves out what a task waits for. */
  public static final String WAITS_FORGOTTEN = "waits-forgotten";

  /** Workers that ignore limits, continue when their bucket is stopped, and never renew a lease. */
  public static final String HEEDLESS = "heedless";

  /** An adder that doesn't request the order of tasks. */
  public static final String ORDER_FORGOTTEN = "order-forgotten";

  private Bugs() {}

  /** Combines several bugs in one run, each of which breaks another guarantee. */
  public static String together(String... bugs) {
    return String.join("+", bugs);
  }

  /** Returns whether this bug is among those of a run. */
  static boolean among(String bugs, String bug) {
    return List.of(bugs.split("\\+")).contains(bug);
  }
}
