package dev.baton.handler.internal;

import dev.baton.api.TaskRequest;
import dev.baton.handler.Outcome;
import dev.baton.task.Bytes;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An outcome as the engine reads it. */
public sealed interface HandlerOutcome<R> extends Outcome<R> {

  @Override
  default Optional<String> error() {
    return Optional.empty();
  }

  /** See {@link Outcome#done()}. */
  record Done<R>(@Nullable R result, boolean forget) implements HandlerOutcome<R> {
    @Override
    public Kind kind() {
      return Kind.DONE;
    }
  }

  /**
   * See {@link Outcome#retry(String)}.
   *
   * @param commits whether the transaction of a transactional handler is committed
   */
  record Retry<R>(@Nullable Duration delay, String reason, boolean commits)
      implements HandlerOutcome<R> {
    public Retry {
      if (delay != null) {
        When.in(delay);
      }
    }

    @Override
    public Kind kind() {
      return Kind.RETRY;
    }

    @Override
    public Optional<String> error() {
      return Optional.ofNullable(reason);
    }
  }

  /** See {@link Outcome#failed(String)}. */
  record Failed<R>(String reason) implements HandlerOutcome<R> {
    @Override
    public Kind kind() {
      return Kind.FAILED;
    }

    @Override
    public Optional<String> error() {
      return Optional.ofNullable(reason);
    }
  }

  /** See {@link Outcome#snooze(Duration)}. */
  record Snooze<R>(When until) implements HandlerOutcome<R> {
    @Override
    public Kind kind() {
      return Kind.SNOOZE;
    }
  }

  /**
   * Outcome of a task that waits in this state, with this data, until the given time and then runs
   * again.
   */
  record Park<R>(When until, String state, @Nullable Bytes data) implements HandlerOutcome<R> {
    @Override
    public Kind kind() {
      return Kind.PARK;
    }
  }

  /**
   * Outcome of a task that moves to this state at once. The change is durable before Baton calls
   * the handler again.
   */
  record GoTo<R>(String state, @Nullable Bytes data) implements HandlerOutcome<R> {
    @Override
    public Kind kind() {
      return Kind.GO_TO;
    }
  }

  /** See {@link Outcome#next(TaskRequest)}. */
  record Next<R>(TaskRequest<?, ?> next) implements HandlerOutcome<R> {
    @Override
    public Kind kind() {
      return Kind.NEXT;
    }
  }

  /** See {@link Outcome#repeat(Duration)}. */
  record Repeat<R>(When next, @Nullable R result) implements HandlerOutcome<R> {
    @Override
    public Kind kind() {
      return Kind.REPEAT;
    }
  }
}
