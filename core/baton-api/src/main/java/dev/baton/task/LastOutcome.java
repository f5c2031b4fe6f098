package dev.baton.task;

/**
 * The outcome of an attempt. A live task has the outcome of its latest attempt, and its history has
 * the outcome of each attempt. The codes are stored.
 */
public enum LastOutcome {
  /** No attempt has ended yet. */
  NONE(0),
  /** The attempt succeeded, and no steps or waits are kept for the next attempt. */
  SUCCESS(1),
  /** The attempt threw an exception, timed out, or requested a retry. */
  FAILURE(2),
  /** The node that ran the attempt died, or let its lease expire. */
  LOST(3),
  /**
   * The attempt was marked as irreversible, and Baton does not know whether its effect happened:
   * the node died, or the attempt failed or is still running.
   */
  IN_DOUBT(4),
  /**
   * The reconciler could not determine whether the effect of an attempt happened. A person must
   * decide, and may run the task again.
   */
  UNDECIDED(5),
  /**
   * The attempt succeeded, and the task continues: it is parked, or moved to its next state. The
   * results of its steps and its waits for signals are kept until it repeats or ends.
   */
  CONTINUES(6),
  /**
   * No attempt was made: a node that couldn't run the task left it to other nodes. Occurs only in
   * the task's history.
   */
  LEFT_TO_OTHERS(7);

  private static final LastOutcome[] BY_CODE = values();

  private final int code;

  LastOutcome(int code) {
    this.code = code;
  }

  /** Returns the stored code of this outcome. */
  public int code() {
    return code;
  }

  /** Returns the outcome with this stored code. */
  public static LastOutcome ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("No outcome has the code " + code);
    }
    return BY_CODE[code];
  }
}
