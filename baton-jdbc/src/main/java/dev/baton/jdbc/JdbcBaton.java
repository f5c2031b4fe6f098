package dev.baton.jdbc;

import dev.baton.Baton;
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
    return Baton.builder()
        .store(JdbcTaskStore.of(dataSource))
        .transactions(transactions)
        .leadership(JdbcLeadership.of(dataSource));
  }
}
