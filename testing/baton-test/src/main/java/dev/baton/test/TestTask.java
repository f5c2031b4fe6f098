package dev.baton.test;

import dev.baton.api.TaskType;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The state of a task at the time when the test read it. Immutable. */
public final class TestTask {
  private final TaskInfo info;
  private final TaskContent content;
  private final Instant seenAt;

  TestTask(TaskInfo info, TaskContent content, Instant seenAt) {
    this.info = info;
    this.content = content;
    this.seenAt = seenAt;
  }

  public UUID id() {
    return info.id();
  }

  /** Returns all data that operators see of the task. */
  public TaskInfo info() {
    return info;
  }

  /** Returns the payload, result and other content of the task. */
  public TaskContent content() {
    return content;
  }

  public Status status() {
    return info.status();
  }

  /** Returns the number of attempts that were started since the task last made progress. */
  public int attempts() {
    return info.attempts();
  }

  /** Returns the number of attempts whose node was lost. */
  public int losses() {
    return info.losses();
  }

  /**
   * Returns the error of the last failed attempt or of the task's end; null if nothing went wrong.
   */
  public @Nullable String lastError() {
    return info.error().orElse(null);
  }

  /** Returns the application's own state of the task; empty if it has none. */
  public String state() {
    return info.state();
  }

  /** Returns the time at which the task will run if it is WAITING; otherwise null. */
  public @Nullable Instant dueAt() {
    return info.status() == Status.WAITING ? info.nextEventAt().orElse(null) : null;
  }

  /** Returns the time of the clock when the test read the task. */
  public Instant seenAt() {
    return seenAt;
  }

  public String type() {
    return info.type();
  }

  /** Returns the flow key; empty if the task has none. */
  public String key() {
    return info.key();
  }

  /** Returns the payload, read with this type. */
  public <P> @Nullable P payload(TaskType<P, ?> as) {
    return content.payload(as);
  }

  /** Returns the result of the handler, read with this type; null if it returned none. */
  public <R> @Nullable R result(TaskType<?, R> as) {
    return content.result(as).orElse(null);
  }

  /** Returns a text for the messages of assertions. */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(type()).append(' ').append(id()).append(": ").append(status());
    text.append(" after ").append(attempts()).append(attempts() == 1 ? " attempt" : " attempts");
    if (losses() > 0) {
      text.append(" and ").append(losses()).append(losses() == 1 ? " loss" : " losses");
    }
    Instant dueAt = dueAt();
    if (dueAt != null) {
      text.append(", due at ").append(dueAt).append(" (it is ").append(seenAt).append(')');
    }
    if (!state().isEmpty()) {
      text.append(", in state ").append(state());
    }
    if (lastError() != null) {
      text.append(", last error: ").append(lastError());
    }
    return text.toString();
  }
}
