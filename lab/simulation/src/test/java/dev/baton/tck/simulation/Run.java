package dev.baton.tck.simulation;

import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import org.jspecify.annotations.Nullable;

/** One call of a handler, as the handler itself saw it. */
final class Run {
  final SimulatedNode node;
  final Attempt attempt;
  final long token;
  final boolean async;
  final long startedNanos;
  private @Nullable Outcome<?> outcome;
  private boolean ended;
  private long endedNanos;

  Run(SimulatedNode node, Attempt attempt, boolean async, long startedNanos) {
    this.node = node;
    this.attempt = attempt;
    this.token = attempt.fencingToken();
    this.async = async;
    this.startedNanos = startedNanos;
  }

  void end(@Nullable Outcome<?> how, long nowNanos) {
    outcome = how;
    ended = true;
    endedNanos = nowNanos;
  }

  boolean hasEnded() {
    return ended;
  }

  long endedNanos() {
    return endedNanos;
  }

  /** Returns the handler's outcome; null when it threw an exception or returned nothing. */
  @Nullable Outcome<?> outcome() {
    return outcome;
  }

  /**
   * Returns whether the call uses a slot. An asynchronous call that was cancelled may have lost its
   * slot.
   */
  boolean isActive() {
    return !ended && !node.isDead() && !(async && attempt.isCancelled());
  }
}
