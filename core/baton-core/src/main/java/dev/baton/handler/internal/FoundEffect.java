package dev.baton.handler.internal;

import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;

/** The result of a reconciler, as the engine reads it. */
public sealed interface FoundEffect<R> extends Reconciliation<R> {

  /** See {@link Reconciliation#happened(Outcome)}. */
  record Happened<R>(Outcome<R> outcome) implements FoundEffect<R> {}

  /** See {@link Reconciliation#notHappened()}. */
  record NotHappened<R>() implements FoundEffect<R> {}

  /** See {@link Reconciliation#unknown(String)}. */
  record Unknown<R>(String reason) implements FoundEffect<R> {}
}
