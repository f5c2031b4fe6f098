package dev.baton.handler;

/**
 * Finds out whether the effect of an earlier attempt happened, for example by asking the partner
 * about the {@link Attempt#idempotencyKey}. Called on the handler's thread, within its deadline,
 * before it.
 *
 * @param <P> the payload
 * @param <R> the result
 */
@FunctionalInterface
public interface Reconciler<P, R> {

  /**
   * Returns what is known. Throwing means that it couldn't be found out now: Baton asks again as
   * the retry policy says, and the task stops in ERROR when that gives up.
   */
  Reconciliation<R> reconcile(P payload, Attempt attempt) throws Exception;
}
