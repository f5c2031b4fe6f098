package dev.baton.task.rule;

/** States of a task's wait for other tasks. The codes are stored in the database. */
public enum WaitState {
  /** The task waits. It is released when the last task for which it waits has ended. */
  WAITS(0),
  /**
   * An operator has put the task on hold. It stays on hold until an operator releases it, even if
   * the other tasks end.
   */
  HELD(1),
  /** The task no longer waits, or never waited. */
  OVER(2),
  /**
   * The ordered task has ended before its turn came. The ordered tasks after it continue to wait,
   * because tasks before it are still live. Its end counts for them when its turn would have come.
   */
  ENDED_EARLY(3);

  private final int code;

  WaitState(int code) {
    this.code = code;
  }

  /** Returns the code that a store keeps. */
  public int code() {
    return code;
  }

  /** Returns the state with this code. */
  public static WaitState ofCode(int code) {
    return switch (code) {
      case 0 -> WAITS;
      case 1 -> HELD;
      case 2 -> OVER;
      case 3 -> ENDED_EARLY;
      default -> throw new IllegalArgumentException("No wait state has the code " + code);
    };
  }
}
