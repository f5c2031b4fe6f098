package dev.baton.task;

/**
 * How the latest attempt of a live task ended, and in its history how each ended. The codes are
 * stored.
 */
public enum LastOutcome {
  /** No attempt has ended yet. */
  NONE(0),
  /** It went well, and nothing of it is remembered that the next attempt would meet. */
  SUCCESS(1),
  /** It threw, timed out, or asked for a retry. */
  FAILURE(2),
  /** Its holder died, or let the lease lapse. */
  LOST(3),
  /**
   * It had begun something that can't be taken back, and whether that happened isn't known: it
   * fell, failed, or still runs.
   */
  IN_DOUBT(4),
  /** The reconciler couldn't tell what was in doubt: a person decides, who may run it again. */
  UNDECIDED(5),
  /**
   * It went well, and the task goes on from there: it is parked, or went on to its next state. What
   * its steps answered, and its waits for signals, are remembered until it repeats or ends.
   */
  CONTINUES(6),
  /** No attempt: a node that couldn't run the task left it to others. Only in its history. */
  LEFT_TO_OTHERS(7);

  private static final LastOutcome[] BY_CODE = values();

  private final int code;

  LastOutcome(int code) {
    this.code = code;
  }

  /** The stored number of this outcome. */
  public int code() {
    return code;
  }

  /** The outcome with this stored number. */
  public static LastOutcome ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("No outcome has the code " + code);
    }
    return BY_CODE[code];
  }
}
