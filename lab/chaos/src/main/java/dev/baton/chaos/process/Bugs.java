package dev.baton.chaos.process;

import java.util.List;

/** The canaries' bugs: each must be caught, or the checker is blind. */
public final class Bugs {
  /** A store that lets anybody complete a task, and leases that are never renewed. */
  public static final String UNFENCED = "unfenced";

  /** A handler that writes its effect outside its transaction. */
  public static final String EFFECT_OUTSIDE = "effect-outside";

  /** An adder that adds tasks outside the business's transaction. */
  public static final String ADD_OUTSIDE = "add-outside";

  /** An adder that forgets to say what a task waits for. */
  public static final String WAITS_FORGOTTEN = "waits-forgotten";

  /** Workers that forget limits, go on when their bucket is stopped, and never renew a lease. */
  public static final String HEEDLESS = "heedless";

  /** An adder that forgets to say that tasks are in order. */
  public static final String ORDER_FORGOTTEN = "order-forgotten";

  private Bugs() {}

  /** Several in one run, each of which breaks a promise of its own. */
  public static String together(String... bugs) {
    return String.join("+", bugs);
  }

  /** Whether this bug is among those of a run. */
  static boolean among(String bugs, String bug) {
    return List.of(bugs.split("\\+")).contains(bug);
  }
}
