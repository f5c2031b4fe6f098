package dev.baton.tck.simulation.sql;

import dev.baton.api.Transaction;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.spi.Transactions;
import java.util.Optional;

/**
 * A node's own transactions, in which its handlers run. Adds also join the transactions of
 * application code, which have a separate isolation level.
 */
public final class NodeTransactions implements Transactions {
  private final JdbcTransactions own;
  private final JdbcTransactions callers;

  NodeTransactions(JdbcTransactions own, JdbcTransactions callers) {
    this.own = own;
    this.callers = callers;
  }

  /** Returns the transactions of the application code. */
  public Transactions callers() {
    return callers;
  }

  @Override
  public Optional<Transaction> current() {
    return own.current().or(callers::current);
  }

  @Override
  public <T> T call(Work<T> work) throws Exception {
    return own.call(work);
  }

  @Override
  public <T> T callSingle(Work<T> work) throws Exception {
    return own.callSingle(work);
  }
}
