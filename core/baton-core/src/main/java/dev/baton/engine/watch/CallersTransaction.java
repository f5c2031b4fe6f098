package dev.baton.engine.watch;

import dev.baton.api.TaskRequest;
import dev.baton.spi.OperatorRequest;
import dev.baton.spi.OwnCall;
import dev.baton.spi.Transactions;
import java.util.Collection;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Throws if a call is made outside of a transaction and the node requires one. Thread-safe. */
public final class CallersTransaction {
  private static final int MAX_NAMED = 3;

  private final Transactions transactions;
  private final boolean isRequired;

  public CallersTransaction(Transactions transactions, boolean isRequired) {
    this.transactions = transactions;
    this.isRequired = isRequired;
  }

  /**
   * Checks a call of the application. Call this before anything is written.
   *
   * @param call returns the call as the application wrote it, for the error message
   * @throws IllegalStateException if a transaction is required and this thread has none
   */
  void require(Supplier<String> call) {
    if (isRequired
        && !OwnCall.isOpen()
        && OperatorRequest.current() == null
        && transactions.current().isEmpty()) {
      throw new IllegalStateException(
          call.get()
              + " was called outside of any transaction, and this node requires one"
              + " (Baton.Builder.requireTransaction, baton.require-transaction). Nothing was"
              + " written. "
              + transactions.howToBegin());
    }
  }

  /** Returns the requests of a call as text. The text contains no payload. */
  static String named(Collection<? extends TaskRequest<?, ?>> requests) {
    String first =
        requests.stream().limit(MAX_NAMED).map(Object::toString).collect(Collectors.joining(", "));
    return requests.size() <= MAX_NAMED ? first : first + ", ... " + requests.size() + " in all";
  }
}
