package dev.baton.spring.transaction;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.reactive.TransactionContext;

/**
 * The reactive transaction of the pipeline that runs on this thread. Such a transaction isn't bound
 * to a thread: {@link ReactiveWatch} reads it from the context of each subscriber.
 */
final class ReactiveTransaction {
  private static final ThreadLocal<@Nullable TransactionContext> CURRENT = new ThreadLocal<>();

  private ReactiveTransaction() {}

  static @Nullable TransactionContext current() {
    return CURRENT.get();
  }

  /** Sets the transaction of this thread, null for none, and returns the previous one. */
  static @Nullable TransactionContext enter(@Nullable TransactionContext context) {
    TransactionContext before = CURRENT.get();
    if (context == null) {
      CURRENT.remove();
    } else if (context != before) {
      CURRENT.set(context);
    }
    return before;
  }

  /**
   * @throws IllegalStateException if a reactive transaction is active on this thread
   */
  static void requireNone() {
    TransactionContext context = CURRENT.get();
    if (context == null || !context.isActualTransactionActive()) {
      return;
    }
    String name = context.getCurrentTransactionName();
    throw new IllegalStateException(
        "The reactive transaction"
            + (name == null ? "" : " " + name)
            + " is active, but Baton's transactions are those of JDBC: a task added now would stay"
            + " even if the reactive transaction rolls back. Nothing was written. Add the task"
            + " after the commit, outside of the transactional method or operator; or make the"
            + " change and add the task with JDBC, in a transaction of Baton's manager");
  }
}
