package dev.baton.task;

/** Where a task stands. The codes are stored; they never change their meaning. */
public enum Status {
  /** Waits for other tasks, or is held by an operator. Nothing wakes it by itself. */
  BLOCKED(0),
  /** Due later: at its next event time it becomes {@link #READY}. */
  WAITING(1),
  /** Ready: any node that has a free slot may claim it. */
  READY(2),
  /** Held by one owner under a lease. */
  RUNNING(3),
  /** Needs a person: retries or losses are used up. */
  ERROR(4),
  /** Finished well. */
  DONE(5),
  /** Given up by its handler, or failed by an operator. */
  FAILED(6),
  /** Called off before it finished. */
  CANCELLED(7);

  private static final Status[] BY_CODE = values();

  private final int code;

  Status(int code) {
    this.code = code;
  }

  /** The stored number of this status. */
  public int code() {
    return code;
  }

  /** True for the statuses that end a task's life: its row leaves the live tasks. */
  public boolean isFinished() {
    return this == DONE || this == FAILED || this == CANCELLED;
  }

  /** True when the sweeper must look at the task after its next event time. */
  public boolean hasAlarm() {
    return this == WAITING || this == READY || this == RUNNING;
  }

  /**
   * The status with this stored number.
   *
   * @throws IllegalArgumentException when no status has it, which means that a newer version wrote
   *     the row
   */
  public static Status ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("No status has the code " + code);
    }
    return BY_CODE[code];
  }
}
