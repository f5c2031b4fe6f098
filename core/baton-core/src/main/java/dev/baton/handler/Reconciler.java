package dev.baton.handler;

/**
 * Finds out whether the effect of an earlier attempt happened, for example by asking the partner
 * system about the {@link Attempt#idempotencyKey}. Baton calls it on the handler's thread, before
 * the handler and within the same deadline.
 *
 * @param <P> the payload
 * @param <R> the result
 */
@FunctionalInterface
public interface Reconciler<P, R> {

  /**
   * Returns what is known about the effect. If this method throws, Baton calls it again according
   * to the retry policy. When the policy allows no further attempt, the task stops in ERROR.
   */
  Reconciliation<R> reconcile(P payload, Attempt attempt) throws Exception;
}
