package dev.baton.engine.watch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A stage that can't complete before a transaction has ended. The thread that works in the
 * transaction is refused to block on it, or on a stage that follows it: neither would ever end.
 */
final class AfterCommit<T> extends CompletableFuture<T> {
  private final Open open;

  /** The transaction, as long as it is open. */
  private static final class Open {
    private final Thread thread = Thread.currentThread();
    private volatile boolean ended;
  }

  /** Of the transaction that this thread works in. */
  AfterCommit() {
    this(new Open());
  }

  private AfterCommit(Open open) {
    this.open = open;
  }

  /** The transaction has ended. */
  void ended() {
    open.ended = true;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new AfterCommit<>(open);
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    requireEnd();
    return super.get();
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    requireEnd();
    return super.get(timeout, unit);
  }

  @Override
  public T join() {
    requireEnd();
    return super.join();
  }

  private void requireEnd() {
    if (!open.ended && !isDone() && Thread.currentThread() == open.thread) {
      throw new IllegalStateException(
          "The task starts when the transaction that adds it has committed, and this thread would"
              + " wait for its result inside of that transaction: it would wait for ever. Return the"
              + " Submission from the transaction (in Spring, from the @Transactional method) and"
              + " wait for it afterwards, or use result().thenAccept");
    }
  }
}
