package dev.baton.api;

import dev.baton.task.TaskKey;
import java.time.Duration;

/** How long a unique key stays taken. */
public final class Uniqueness {
  private final TaskKey.Hold hold;

  private Uniqueness(TaskKey.Hold hold) {
    this.hold = hold;
  }

  /** As long as the task lives. */
  public static Uniqueness whileLive() {
    return new Uniqueness(new TaskKey.Hold(Duration.ZERO, false));
  }

  /** As long as the task lives, and at least for this period from its adding. */
  public static Uniqueness forPeriod(Duration period) {
    return new Uniqueness(new TaskKey.Hold(period, false));
  }

  /** As long as the task lives, and then as long as its finished row is kept. */
  public static Uniqueness whileKept() {
    return new Uniqueness(new TaskKey.Hold(Duration.ZERO, true));
  }

  /** The stored form. */
  public TaskKey.Hold hold() {
    return hold;
  }
}
