package dev.baton.engine.watch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future that can complete only after a transaction has ended. If the thread of that transaction
 * blocks on it, or on a future derived from it, it gets an exception. Otherwise it would wait
 * forever.
 */
final class AfterCommit<T> extends CompletableFuture<T> {
  private final Open open;

  /** The state of a transaction, and the thread that runs it. */
  private static final class Open {
    private final Thread thread = Thread.currentThread();
    private volatile boolean ended;
  }

  /** Creates a future for the current transaction of this thread. */
  AfterCommit() {
    this(new Open());
  }

  private AfterCommit(Open open) {
    this.open = open;
  }

  /** Records that the transaction has ended. */
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
          "The task starts after the transaction that adds it has committed, but this thread waits"
              + " for its result inside of that transaction. It would wait forever. Return the"
              + " Submission from the transaction (in Spring, from the @Transactional method) and"
              + " wait for it afterwards, or use result().thenAccept");
    }
  }
}
