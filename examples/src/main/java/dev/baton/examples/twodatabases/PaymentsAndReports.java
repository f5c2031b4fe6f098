package dev.baton.examples.twodatabases;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import javax.sql.DataSource;

/**
 * A service with a separate database for reports, so that the end of the month doesn't delay
 * payments. It has two Batons, which share nothing. Thread-safe.
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

  /**
   * Returns the Baton for the tasks of payments. Add a task in the transaction of its payment's
   * rows.
   */
  public Baton payments() {
    return payments;
  }

  /**
   * Returns the Baton for reports. Its database has its own transactions: add each task under a
   * unique key, and repeat an add that failed.
   */
  public Baton reports() {
    return reports;
  }

  @Override
  public void close() {
    payments.close();
    reports.close();
  }
}
