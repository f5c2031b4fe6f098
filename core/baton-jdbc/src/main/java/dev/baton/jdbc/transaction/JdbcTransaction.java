package dev.baton.jdbc.transaction;

import dev.baton.api.Transaction;
import java.sql.Connection;

/**
 * A transaction that {@link JdbcTransactions} runs. It ends when its work returns or throws. Until
 * then its connection refuses to commit, roll back or close.
 */
public interface JdbcTransaction extends Transaction {

  /** Returns the connection for your own statements. */
  Connection connection();
}
