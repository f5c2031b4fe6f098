package dev.baton.handler;

import dev.baton.api.error.LeaseLostException;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One visit of a task to a state, as its handler sees it. Used by the handler's thread, except for
 * {@link #attempt}, which is thread-safe.
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

  /** What the task was added with. */
  public P payload() {
    return payload;
  }

  public S state() {
    return state;
  }

  /** What the last transition or checkpoint left; null before the first. */
  public @Nullable D data() {
    return codec.decode(attempt.data());
  }

  /** What the last transition or checkpoint left, or this before the first. */
  public D dataOr(D initial) {
    D found = data();
    return found == null ? initial : found;
  }

  /** The attempt: its number, deadline, cancellation, fencing token. */
  public Attempt attempt() {
    return attempt;
  }

  /**
   * Keeps this data while the handler goes on.
   *
   * @throws LeaseLostException when the task is no longer this attempt's
   */
  public void checkpoint(D data) {
    attempt.checkpoint(codec.encode(data));
  }

  /** Goes on to that state at once; durable before its handler is called. */
  public <R> Outcome<R> goTo(S next, D data) {
    return new Outcome.GoTo<>(next.name(), codec.encode(data));
  }

  /** Waits so long, and then goes on in that state. */
  public <R> Outcome<R> park(Duration delay, S next, D data) {
    return new Outcome.Park<>(When.in(delay), next.name(), codec.encode(data));
  }

  /** Waits until then, and then goes on in that state. */
  public <R> Outcome<R> park(Instant until, S next, D data) {
    return new Outcome.Park<>(When.at(until), next.name(), codec.encode(data));
  }

  /** Stays in this state and looks again after so long. */
  public <R> Outcome<R> stay(Duration delay, D data) {
    return park(delay, state, data);
  }
}
