package dev.baton.test;

import dev.baton.api.TaskType;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task as it stood when it was looked at. Immutable. */
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

  /** All that operators see of it. */
  public TaskInfo info() {
    return info;
  }

  /** What it carries. */
  public TaskContent content() {
    return content;
  }

  public Status status() {
    return info.status();
  }

  /** Attempts that were started since it last made progress. */
  public int attempts() {
    return info.attempts();
  }

  /** Attempts whose node was lost. */
  public int losses() {
    return info.losses();
  }

  /** What its latest failed attempt, or its end, said; null when nothing went wrong. */
  public @Nullable String lastError() {
    return info.error().orElse(null);
  }

  /** The application's own state, or empty. */
  public String state() {
    return info.state();
  }

  /** When it will run, if it waits for a time; otherwise null. */
  public @Nullable Instant dueAt() {
    return info.status() == Status.WAITING ? info.nextEventAt().orElse(null) : null;
  }

  /** What the clock showed. */
  public Instant seenAt() {
    return seenAt;
  }

  public String type() {
    return info.type();
  }

  /** The flow key, or empty. */
  public String key() {
    return info.key();
  }

  /** What the adder gave, read as this type reads it. */
  public <P> @Nullable P payload(TaskType<P, ?> as) {
    return content.payload(as);
  }

  /** What its handler answered, read as this type reads it; null where it answered nothing. */
  public <R> @Nullable R result(TaskType<?, R> as) {
    return content.result(as).orElse(null);
  }

  /** For the messages of assertions. */
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
