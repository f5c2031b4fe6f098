package dev.baton.chaos.record;

import java.sql.Connection;

/** What is promised of a task, and how it is run. */
public enum TaskKind {
  /** Effects in the handler's transaction: exactly once. */
  EXACT,
  /** The same, in flows by key with a limit for each. */
  KEYED,
  /** Ids of the caller's own, delivered again and again: exactly once. */
  OWN,
  /** A limit of the cluster: exactly once, and never more at a time on all nodes together. */
  SHARED,
  /** A state machine of three steps, each with its effect in the step's transaction. */
  STEPS,
  /** Waits for another task: exactly once, and not before that one is done. */
  AFTER,
  /** In the order of its key: exactly once, and not before those that were committed earlier. */
  ORDERED,
  /** Effects outside, resumed when lost: at least once. */
  LEAST,
  /** Instant, without a limit, added many at a time; its effects are lines in a file. */
  FREE,
  /** Effects outside, not resumed: at most once. */
  MOST,
  /** What operators cancel, signal, hold and move while it runs: it ends as they said. */
  TOUCHED,
  /** Stops in ERROR until an operator corrects its payload and retries it: exactly once. */
  MENDED,
  /** Effects in the handler's transaction, which is a repeatable read: exactly once. */
  REPEATABLE,
  /** Effects in the handler's transaction, which is serializable: exactly once. */
  SERIAL,
  /** Effects outside, on a node whose transactions are repeatable reads: at least once. */
  REPEATABLE_OUTSIDE,
  /** Effects outside, on a node whose transactions are serializable: at least once. */
  SERIAL_OUTSIDE,
  /** Small and exactly once; tells how quick the service is. */
  PROBE;

  /** Slots on each node of a kind that has its own. */
  static final int SLOTS = 3;

  /** Slots on each node for one key of {@link #KEYED}. */
  public static final int SLOTS_OF_A_KEY = 2;

  /** Keys of {@link #ORDERED}. */
  public static final int KEYS_IN_ORDER = 20;

  /** Slots of {@link #SHARED} on all nodes together. */
  public static final int SLOTS_OF_ALL = 4;

  boolean isExactlyOnce() {
    return switch (this) {
      case LEAST, FREE, MOST, REPEATABLE_OUTSIDE, SERIAL_OUTSIDE -> false;
      default -> true;
    };
  }

  /** Whether it may be run again where an attempt was lost or has failed, and only there. */
  public boolean isAtLeastOnce() {
    return !isExactlyOnce() && this != MOST;
  }

  /** Whether it ends DONE by itself, whatever happens, so that others may wait for it. */
  public boolean endsDone() {
    return isExactlyOnce() && this != TOUCHED && this != MENDED;
  }

  /** How many effects a task has, one for each step. */
  public int steps() {
    return this == STEPS ? 3 : 1;
  }

  /** The isolation of its node's transactions. */
  public int isolation() {
    return switch (this) {
      case REPEATABLE, REPEATABLE_OUTSIDE -> Connection.TRANSACTION_REPEATABLE_READ;
      case SERIAL, SERIAL_OUTSIDE -> Connection.TRANSACTION_SERIALIZABLE;
      default -> Connection.TRANSACTION_READ_COMMITTED;
    };
  }

  /** Slots on each node; 0: none of its own, or not one of each node. */
  public int slots() {
    return this == FREE || this == SHARED || this == ORDERED ? 0 : SLOTS;
  }
}
