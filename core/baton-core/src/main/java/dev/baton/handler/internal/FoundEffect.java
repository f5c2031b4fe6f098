package dev.baton.handler.internal;

import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;

/** What a reconciler found, as the engine reads it. */
public sealed interface FoundEffect<R> extends Reconciliation<R> {

  /** See {@link Reconciliation#happened(Outcome)}. */
  record Happened<R>(Outcome<R> outcome) implements FoundEffect<R> {}

  /** See {@link Reconciliation#notHappened()}. */
  record NotHappened<R>() implements FoundEffect<R> {}

  /** See {@link Reconciliation#unknown(String)}. */
  record Unknown<R>(String reason) implements FoundEffect<R> {}
}
