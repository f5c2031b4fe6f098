package dev.baton.api;

/**
 * Finds out whether the effect of an earlier attempt happened, for example by asking the partner
 * about the {@link Attempt#idempotencyKey}. Called on the handler's thread, within its deadline,
 * before it.
 */
@FunctionalInterface
public interface Reconciler {

  /**
   * What is known. Throwing means that it couldn't be found out now: asked again as the retry
   * policy says, and in ERROR when that gives up.
   */
  Reconciliation reconcile(Attempt attempt) throws Exception;

  /** The same for typed tasks. */
  @FunctionalInterface
  interface Typed<P> {
    /** See {@link Reconciler#reconcile}. */
    Reconciliation reconcile(P payload, Attempt attempt) throws Exception;
  }
}
