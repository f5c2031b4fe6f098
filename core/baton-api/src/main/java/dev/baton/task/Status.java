package dev.baton.task;

/** The status of a task. The codes are stored, and their meaning never changes. */
public enum Status {
  /** The task waits for other tasks, or it is on hold until an operator releases it. */
  BLOCKED(0),
  /**
   * The task waits for a time, for example for a retry. When it is due, it becomes {@link #READY}.
   */
  WAITING(1),
  /** The task is ready: any node with a free slot may claim it. */
  READY(2),
  /** A node has claimed the task and runs it under a lease. */
  RUNNING(3),
  /** The task needs a person: its retries are used up, or too many of its attempts were lost. */
  ERROR(4),
  /** The task succeeded. */
  DONE(5),
  /** The handler ended the task as failed, or an operator did. */
  FAILED(6),
  /** The task was cancelled before it finished. */
  CANCELLED(7);

  private static final Status[] BY_CODE = values();

  private final int code;

  Status(int code) {
    this.code = code;
  }

  /** Returns the stored code of this status. */
  public int code() {
    return code;
  }

  /** Returns whether a task with this status has finished. */
  public boolean isFinished() {
    return this == DONE || this == FAILED || this == CANCELLED;
  }

  /**
   * Returns whether a task with this status has a next event time at which the sweeper checks it.
   */
  public boolean hasAlarm() {
    return this == WAITING || this == READY || this == RUNNING;
  }

  /**
   * Returns the status with this stored code.
   *
   * @throws IllegalArgumentException if no status has this code, which means that a newer version
   *     wrote the row
   */
  public static Status ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("No status has the code " + code);
    }
    return BY_CODE[code];
  }
}
