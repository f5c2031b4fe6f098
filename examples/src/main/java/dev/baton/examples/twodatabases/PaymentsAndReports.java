package dev.baton.examples.twodatabases;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
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
}
