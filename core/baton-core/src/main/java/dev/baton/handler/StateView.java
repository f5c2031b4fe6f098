package dev.baton.handler;

import dev.baton.handler.internal.RowDecision;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task of a state machine, as a {@link StateMachine.Reaction} reads it. Only one thread may use
 * it.
 */
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

  /** Returns the id of the task. */
  public UUID taskId() {
    return task.id();
  }

  /** Returns the payload of the task. */
  public P payload() {
    return payload;
  }

  /** Returns the task's state; the first state if the task has not started. */
  public S state() {
    return state;
  }

  /** Returns the data of the last transition or checkpoint; null before the first. */
  public @Nullable D data() {
    return codec.decode(task.position().data());
  }

  /** Returns the data of the last transition or checkpoint; {@code initial} before the first. */
  public D dataOr(D initial) {
    D found = data();
    return found == null ? initial : found;
  }

  /**
   * Returns whether a node runs the task. If the reaction moves the task, that node's attempt loses
   * the task and its handler is interrupted.
   */
  public boolean isHeld() {
    return task.position().status() == Status.RUNNING;
  }

  /**
   * Returns whether the task is in ERROR. If the reaction moves the task, it leaves ERROR and
   * continues.
   */
  public boolean isInError() {
    return task.position().status() == Status.ERROR;
  }

  /**
   * Continues the task in state {@code next} as soon as a node has a slot. A task on hold continues
   * after its release.
   */
  public MoveDecision goTo(S next, D data) {
    return RowDecision.goTo(next.name(), codec.encode(data));
  }

  /** Parks the task for {@code delay}; it then continues in state {@code next}. */
  public MoveDecision park(Duration delay, S next, D data) {
    return RowDecision.park(delay, next.name(), codec.encode(data));
  }

  /** Parks the task until a time; it then continues in state {@code next}. */
  public MoveDecision park(Instant until, S next, D data) {
    return RowDecision.park(until, next.name(), codec.encode(data));
  }

  /**
   * Leaves the task unchanged, for example because the event comes too late or was handled before.
   */
  public MoveDecision notWanted() {
    return RowDecision.notWanted();
  }
}
