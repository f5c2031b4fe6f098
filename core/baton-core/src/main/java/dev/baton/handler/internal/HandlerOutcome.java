package dev.baton.handler.internal;

import dev.baton.api.TaskRequest;
import dev.baton.handler.Outcome;
import dev.baton.task.Bytes;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An outcome as the engine reads it. */
public sealed interface HandlerOutcome<R> extends Outcome<R> {

  /** The kind of each type of outcome. */
  Map<Class<?>, Kind> KINDS =
      Map.of(
          Done.class, Kind.DONE,
          Retry.class, Kind.RETRY,
          Failed.class, Kind.FAILED,
          Snooze.class, Kind.SNOOZE,
          Park.class, Kind.PARK,
          GoTo.class, Kind.GO_TO,
          Next.class, Kind.NEXT,
          Repeat.class, Kind.REPEAT);

  @Override
  default Kind kind() {
    return Objects.requireNonNull(KINDS.get(getClass()));
  }

  @Override
  default Optional<String> error() {
    return Optional.empty();
  }

  /** See {@link Outcome#done()}. */
  record Done<R>(@Nullable R result, boolean forget) implements HandlerOutcome<R> {}

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
    public Optional<String> error() {
      return Optional.ofNullable(reason);
    }
  }

  /** See {@link Outcome#failed(String)}. */
  record Failed<R>(String reason) implements HandlerOutcome<R> {
    @Override
    public Optional<String> error() {
      return Optional.ofNullable(reason);
    }
  }

  /** See {@link Outcome#snooze(Duration)}. */
  record Snooze<R>(When until) implements HandlerOutcome<R> {}

  /**
   * Outcome of a task that waits in this state, with this data, until the given time and then runs
   * again.
   */
  record Park<R>(When until, String state, @Nullable Bytes data) implements HandlerOutcome<R> {}

  /**
   * Outcome of a task that moves to this state at once. The change is durable before Baton calls
   * the handler again.
   */
  record GoTo<R>(String state, @Nullable Bytes data) implements HandlerOutcome<R> {}

  /** See {@link Outcome#next(TaskRequest)}. */
  record Next<R>(TaskRequest<?, ?> next, @Nullable R result) implements HandlerOutcome<R> {}

  /** See {@link Outcome#repeat(Duration)}. */
  record Repeat<R>(When next, @Nullable R result) implements HandlerOutcome<R> {}
}
