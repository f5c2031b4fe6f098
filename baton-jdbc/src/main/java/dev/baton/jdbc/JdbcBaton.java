package dev.baton.jdbc;

import dev.baton.Baton;
import java.time.Duration;
import javax.sql.DataSource;

/** A node whose tasks, transactions and leadership are all in one database. */
public final class JdbcBaton {
  private JdbcBaton() {}

  /** A node on this database; {@code baton.transactions()} gives its transactions. */
  public static Baton.Builder on(DataSource dataSource) {
    return on(dataSource, JdbcTransactions.of(dataSource));
  }

  /** A node on this database that runs its handlers in these transactions. */
  public static Baton.Builder on(DataSource dataSource, JdbcTransactions transactions) {
    return on(dataSource, transactions, NetworkTimeout.DEFAULT.length());
  }

  /**
   * As {@link #on(DataSource, JdbcTransactions)}, with a network timeout for Baton's own
   * statements; see {@link JdbcTaskStore#of(DataSource, Duration)}. Transactions don't get it:
   * handlers may keep theirs waiting for as long as they like.
   */
  public static Baton.Builder on(
      DataSource dataSource, JdbcTransactions transactions, Duration networkTimeout) {
    return Baton.builder()
        .store(JdbcTaskStore.of(dataSource, networkTimeout))
        .transactions(transactions)
        .leadership(JdbcLeadership.within(dataSource, networkTimeout));
  }
}
