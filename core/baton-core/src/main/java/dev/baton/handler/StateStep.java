package dev.baton.handler;

import dev.baton.api.error.LeaseLostException;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One run of a task in a state, as its handler sees it. Only the handler's thread may use it,
 * except for {@link #attempt}, which is thread-safe.
 */
public final class StateStep<P, S extends Enum<S>, D> {
  private final StateMachine.DataCodec<D> codec;
  private final P payload;
  private final S state;
  private final Attempt attempt;

  StateStep(StateMachine.DataCodec<D> codec, P payload, S state, Attempt attempt) {
    this.codec = codec;
    this.payload = payload;
    this.state = state;
    this.attempt = attempt;
  }

  /** Returns the payload of the task. */
  public P payload() {
    return payload;
  }

  /** Returns the current state of the task. */
  public S state() {
    return state;
  }

  /** Returns the data of the last transition or checkpoint; null before the first. */
  public @Nullable D data() {
    return codec.decode(attempt.data());
  }

  /** Returns the data of the last transition or checkpoint; {@code initial} before the first. */
  public D dataOr(D initial) {
    D found = data();
    return found == null ? initial : found;
  }

  /** Returns the attempt: its number, deadline, cancellation and fencing token. */
  public Attempt attempt() {
    return attempt;
  }

  /**
   * Stores {@code data} at once; the handler continues.
   *
   * @throws LeaseLostException if this attempt no longer owns the task
   */
  public void checkpoint(D data) {
    attempt.checkpoint(codec.encode(data));
  }

  /**
   * Returns an outcome that moves the task to state {@code next} at once. The change is durable
   * before Baton calls the handler of that state.
   */
  public <R> Outcome<R> goTo(S next, D data) {
    return new HandlerOutcome.GoTo<>(next.name(), codec.encode(data));
  }

  /**
   * Returns an outcome that parks the task for {@code delay}; it then continues in {@code next}.
   */
  public <R> Outcome<R> park(Duration delay, S next, D data) {
    return new HandlerOutcome.Park<>(When.in(delay), next.name(), codec.encode(data));
  }

  /** Returns an outcome that parks the task until a time; it then continues in {@code next}. */
  public <R> Outcome<R> park(Instant until, S next, D data) {
    return new HandlerOutcome.Park<>(When.at(until), next.name(), codec.encode(data));
  }

  /**
   * Returns an outcome that keeps the task in its current state, and runs the handler of that state
   * again after {@code delay}.
   */
  public <R> Outcome<R> stay(Duration delay, D data) {
    return park(delay, state, data);
  }
}
