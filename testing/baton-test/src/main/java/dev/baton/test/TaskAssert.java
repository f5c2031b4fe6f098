package dev.baton.test;

import dev.baton.api.TaskType;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;

/** Assertions on one task. */
public final class TaskAssert extends AbstractAssert<TaskAssert, TestTask> {
  TaskAssert(TestTask actual) {
    super(actual, TaskAssert.class);
  }

  public TaskAssert hasStatus(Status status) {
    if (actual.status() != status) {
      failWithMessage("Expected %s, but the task is %s", status, actual);
    }
    return this;
  }

  /** Asserts that the task is DONE. */
  public TaskAssert isDone() {
    return hasStatus(Status.DONE);
  }

  /** Asserts that the task is FAILED. */
  public TaskAssert isFailed() {
    return hasStatus(Status.FAILED);
  }

  /** Asserts that the task is in ERROR and needs a person. */
  public TaskAssert isInError() {
    return hasStatus(Status.ERROR);
  }

  /** Asserts that the task is READY and hasn't started. */
  public TaskAssert isReady() {
    return hasStatus(Status.READY);
  }

  /** Asserts that the task is WAITING and due this long after the test read it. */
  public TaskAssert isDueIn(Duration delay) {
    return isDueAt(actual.seenAt().plus(delay));
  }

  /** Asserts that the task is WAITING and due at this time. */
  public TaskAssert isDueAt(Instant time) {
    hasStatus(Status.WAITING);
    if (!time.equals(actual.dueAt())) {
      failWithMessage("Expected the task to be due at %s, but it is %s", time, actual);
    }
    return this;
  }

  /** Asserts the number of attempts that were started since the task last made progress. */
  public TaskAssert hasAttempts(int count) {
    if (actual.attempts() != count) {
      failWithMessage("Expected %s attempts, but the task is %s", count, actual);
    }
    return this;
  }

  /** Asserts the number of attempts that were lost with their node. */
  public TaskAssert hasLosses(int count) {
    if (actual.losses() != count) {
      failWithMessage("Expected %s losses, but the task is %s", count, actual);
    }
    return this;
  }

  /** Asserts that the task is in this state of its state machine. */
  public TaskAssert isIn(Enum<?> state) {
    if (!actual.state().equals(state.name())) {
      failWithMessage("Expected the state %s, but the task is %s", state, actual);
    }
    return this;
  }

  /** Asserts that the task's last error contains this text. */
  public TaskAssert hasErrorContaining(String words) {
    String error = actual.lastError();
    if (error == null || !error.contains(words)) {
      failWithMessage("Expected an error with <%s>, but the task is %s", words, actual);
    }
    return this;
  }

  /** Asserts that the task is DONE with this result. */
  public <R> TaskAssert hasResult(TaskType<?, R> type, R result) {
    isDone();
    R answered = actual.result(type);
    if (!Objects.equals(answered, result)) {
      failWithMessage("Expected the result <%s>, but it was <%s>", result, answered);
    }
    return this;
  }
}
