package dev.baton.test;

import dev.baton.api.TaskType;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;

/** What is to hold of one task. */
public final class TaskAssert extends AbstractAssert<TaskAssert, TestTask> {
  TaskAssert(TestTask actual) {
    super(actual, TaskAssert.class);
  }

  public TaskAssert hasStatus(Status status) {
    if (actual.status() != status) {
      failWithMessage("Expected %s, but it stands so: %s", status, actual);
    }
    return this;
  }

  /** It has ended well. */
  public TaskAssert isDone() {
    return hasStatus(Status.DONE);
  }

  /** It has ended, and not well. */
  public TaskAssert isFailed() {
    return hasStatus(Status.FAILED);
  }

  /** It needs a person. */
  public TaskAssert isInError() {
    return hasStatus(Status.ERROR);
  }

  /** It is ready and hasn't begun. */
  public TaskAssert isReady() {
    return hasStatus(Status.READY);
  }

  /** It waits, and will run so much later. */
  public TaskAssert isDueIn(Duration delay) {
    return isDueAt(actual.seenAt().plus(delay));
  }

  /** It waits, and will run then. */
  public TaskAssert isDueAt(Instant time) {
    hasStatus(Status.WAITING);
    if (!time.equals(actual.dueAt())) {
      failWithMessage("Expected it to be due at %s, but it stands so: %s", time, actual);
    }
    return this;
  }

  /** So many attempts were started since it last made progress. */
  public TaskAssert hasAttempts(int count) {
    if (actual.attempts() != count) {
      failWithMessage("Expected %s attempts, but it stands so: %s", count, actual);
    }
    return this;
  }

  /** So many attempts were lost with their node. */
  public TaskAssert hasLosses(int count) {
    if (actual.losses() != count) {
      failWithMessage("Expected %s losses, but it stands so: %s", count, actual);
    }
    return this;
  }

  /** It is in this state of its state machine. */
  public TaskAssert isIn(Enum<?> state) {
    if (!actual.state().equals(state.name())) {
      failWithMessage("Expected the state %s, but it stands so: %s", state, actual);
    }
    return this;
  }

  /** What it said last when it failed contains this. */
  public TaskAssert hasErrorContaining(String words) {
    String error = actual.lastError();
    if (error == null || !error.contains(words)) {
      failWithMessage("Expected an error with <%s>, but it stands so: %s", words, actual);
    }
    return this;
  }

  /** Its handler answered this. */
  public <R> TaskAssert hasResult(TaskType<?, R> type, R result) {
    isDone();
    R answered = actual.result(type);
    if (!Objects.equals(answered, result)) {
      failWithMessage("Expected the result <%s>, but it was <%s>", result, answered);
    }
    return this;
  }
}
