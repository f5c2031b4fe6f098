package dev.baton.examples.twodatabases;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.OperatorConnections;
import dev.baton.jdbc.Standby;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A service whose reports have a database of their own, so that a month's end doesn't keep payments
 * waiting: two Batons, which share nothing. Thread-safe.
 */
public final class PaymentsAndReports implements AutoCloseable {
  private final Baton payments;
  private final Baton reports;

  public PaymentsAndReports(
      DataSource paymentsDatabase,
      DataSource reportsDatabase,
      TaskDefinition<?, ?> payOut,
      TaskDefinition<?, ?> monthlyReport) {
    // region twoBatons
    payments =
        Baton.builder(JdbcStore.of(paymentsDatabase)).name("payments").define(payOut).start();
    reports =
        Baton.builder(JdbcStore.of(reportsDatabase)).name("reports").define(monthlyReport).start();
    // endregion
  }

  /** For what belongs to a payment: added in the transaction of its rows. */
  public Baton payments() {
    return payments;
  }

  /** For what is added in a database apart: under a unique key, and again when that failed. */
  public Baton reports() {
    return reports;
  }

  @Override
  public void close() {
    payments.close();
    reports.close();
  }

  /** A node whose operators search in a copy of its database. */
  public static Baton searchedInACopy(
      DataSource primary, DataSource standby, TaskDefinition<?, ?> payOut) {
    JdbcTransactions transactions = JdbcTransactions.of(primary);
    // region standby
    OperatorConnections operators =
        OperatorConnections.usual().reading(Standby.of(standby).maxAge(Duration.ofSeconds(30)));
    Baton node =
        Baton.builder(
                JdbcStore.of(primary).networkTimeout(Duration.ofSeconds(10)).operators(operators))
            .transactions(transactions)
            .define(payOut)
            .start();
    // endregion
    return node;
  }
}
