package dev.baton.chaos.record;

import java.sql.Connection;

/** The guarantee of a task and the way it runs. */
public enum TaskKind {
  /** Has its effects in the handler's transaction: exactly once. */
  EXACT,
  /** Like EXACT, in flows by key with a limit for each. */
  KEYED,
  /** Uses the caller's own ids, delivered again and again: exactly once. */
  OWN,
  /** Has a cluster limit: exactly once, and never more at a time on all nodes together. */
  SHARED,
  /** A state machine of three steps, each with its effect in the step's transaction. */
  STEPS,
  /** Waits for another task: exactly once, and not before that task is DONE. */
  AFTER,
  /**
   * Runs in the order of its key: exactly once, and not before the tasks that were committed
   * earlier.
   */
  ORDERED,
  /** Has its effects outside the transaction and is resumed when lost: at least once. */
  LEAST,
  /** An instant task without a limit, added many at a time. Its effects are lines in a file. */
  FREE,
  /** Has its effects outside the transaction and is not resumed: at most once. */
  MOST,
  /**
   * Is cancelled, signalled, held and moved by operators while it runs. It ends as they request.
   */
  TOUCHED,
  /** Stops in ERROR until an operator corrects its payload and retries it: exactly once. */
  MENDED,
  /** Has its effects in the handler's transaction at repeatable read: exactly once. */
  REPEATABLE,
  /** Has its effects in the handler's transaction at serializable: exactly once. */
  SERIAL,
  /** Has its effects outside, on a node with repeatable-read transactions: at least once. */
  REPEATABLE_OUTSIDE,
  /** Has its effects outside, on a node with serializable transactions: at least once. */
  SERIAL_OUTSIDE,
  /** Small tasks with an effect exactly once; they measure the speed of the service. */
  PROBE;

  /** Slots on each node for a kind with its own limit. */
  static final int SLOTS = 3;

  /** Slots on each node for one key of {@link #KEYED}. */
  public static final int SLOTS_OF_A_KEY = 2;

  /** Number of keys of {@link #ORDERED}. */
  public static final int KEYS_IN_ORDER = 20;

  /** Slots of {@link #SHARED} on all nodes together. */
  public static final int SLOTS_OF_ALL = 4;

  boolean isExactlyOnce() {
    return switch (this) {
      case LEAST, FREE, MOST, REPEATABLE_OUTSIDE, SERIAL_OUTSIDE -> false;
      default -> true;
    };
  }

  /** Returns whether a task may run again, but only after a lost or failed attempt. */
  public boolean isAtLeastOnce() {
    return !isExactlyOnce() && this != MOST;
  }

  /** Returns whether a task always ends DONE by itself, so that others may wait for it. */
  public boolean endsDone() {
    return isExactlyOnce() && this != TOUCHED && this != MENDED;
  }

  /** Returns the number of effects of a task, one for each step. */
  public int steps() {
    return this == STEPS ? 3 : 1;
  }

  /** Returns the isolation level of its node's transactions. */
  public int isolation() {
    return switch (this) {
      case REPEATABLE, REPEATABLE_OUTSIDE -> Connection.TRANSACTION_REPEATABLE_READ;
      case SERIAL, SERIAL_OUTSIDE -> Connection.TRANSACTION_SERIALIZABLE;
      default -> Connection.TRANSACTION_READ_COMMITTED;
    };
  }

  /** Returns the slots on each node; 0 if the kind has no limit, or none per node. */
  public int slots() {
    return this == FREE || this == SHARED || this == ORDERED ? 0 : SLOTS;
  }
}
