package dev.baton.api.state;

import dev.baton.api.Attempt;
import dev.baton.api.Outcome;
import dev.baton.api.error.LeaseLostException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One visit of a task to a state, as its handler sees it. Used by the handler's thread, except for
 * {@link #attempt}, which is thread-safe.
 */
public final class Step<P, S extends Enum<S>, D> {
  private final StateMachine<P, S, D> machine;
  private final P payload;
  private final S state;
  private final Attempt attempt;

  Step(StateMachine<P, S, D> machine, P payload, S state, Attempt attempt) {
    this.machine = machine;
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
    return machine.decode(attempt.data());
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
    attempt.checkpoint(machine.encode(data));
  }

  /** Goes on to that state at once; durable before its handler is called. */
  public Outcome goTo(S next, D data) {
    return Outcome.goTo(next.name(), machine.encode(data));
  }

  /** Waits so long, and then goes on in that state. */
  public Outcome park(Duration delay, S next, D data) {
    return Outcome.park(delay, next.name(), machine.encode(data));
  }

  /** Waits until then, and then goes on in that state. */
  public Outcome park(Instant until, S next, D data) {
    return Outcome.park(until, next.name(), machine.encode(data));
  }

  /** Stays in this state and looks again after so long. */
  public Outcome stay(Duration delay, D data) {
    return park(delay, state, data);
  }
}
