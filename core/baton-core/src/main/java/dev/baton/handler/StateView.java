package dev.baton.handler;

import dev.baton.task.Status;
import dev.baton.task.internal.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task of a state machine as a signal finds it. Used by one thread. */
public final class StateView<P, S extends Enum<S>, D> {
  private final StateMachine.DataCodec<D> codec;
  private final P payload;
  private final S state;
  private final Task task;

  StateView(StateMachine.DataCodec<D> codec, P payload, S state, Task task) {
    this.codec = codec;
    this.payload = payload;
    this.state = state;
    this.task = task;
  }

  public UUID taskId() {
    return task.id();
  }

  /** What the task was added with. */
  public P payload() {
    return payload;
  }

  /** The state it is in; the first one when it has not begun. */
  public S state() {
    return state;
  }

  /** What the last transition or checkpoint left; null before the first. */
  public @Nullable D data() {
    return codec.decode(task.position().data());
  }

  /** What the last transition or checkpoint left, or this before the first. */
  public D dataOr(D initial) {
    D found = data();
    return found == null ? initial : found;
  }

  /** Whether a node holds it, whose handler the signal will eject. */
  public boolean isHeld() {
    return task.position().status() == Status.RUNNING;
  }

  /** Whether it stopped and needs a person; news let it go on. */
  public boolean isInError() {
    return task.position().status() == Status.ERROR;
  }

  /** It goes on in that state as soon as a node has a slot; a held one when it is let go. */
  public SignalDecision goTo(S next, D data) {
    return SignalDecision.goTo(next.name(), codec.encode(data));
  }

  /** It waits so long, and then goes on in that state. */
  public SignalDecision park(Duration delay, S next, D data) {
    return SignalDecision.park(delay, next.name(), codec.encode(data));
  }

  /** It waits until then, and then goes on in that state. */
  public SignalDecision park(Instant until, S next, D data) {
    return SignalDecision.park(until, next.name(), codec.encode(data));
  }

  /** These news change nothing: they come too late, or were known. */
  public SignalDecision notWanted() {
    return SignalDecision.notWanted();
  }
}
