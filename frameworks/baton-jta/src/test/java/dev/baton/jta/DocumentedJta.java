package dev.baton.jta;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The code of docs/jta.md. */
final class DocumentedJta {
  private static final TaskType<String, Void> SEND_RECEIPT =
      TaskType.of("SEND_RECEIPT", String.class);

  /** A mail provider. */
  interface Mail {
    void send(String payout);
  }

  private final DataSource dataSource;
  private final Baton baton;

  DocumentedJta(
      DataSource dataSource,
      TransactionManager manager,
      TransactionSynchronizationRegistry registry,
      Mail mail) {
    this.dataSource = dataSource;
    // region start
    JtaTransactions transactions = JtaTransactions.of(dataSource, manager, registry);
    Baton baton =
        Baton.builder(JdbcStore.of(transactions.outside()))
            .transactions(transactions)
            .define(TaskDefinition.of(SEND_RECEIPT).handler((payout, attempt) -> mail.send(payout)))
            .start();
    // endregion
    this.baton = baton;
  }

  // region add
  @Transactional
  public void pay(String payout) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE account SET balance = balance - 1");
    }
    baton.tasks().add(SEND_RECEIPT.with(payout));
  }
  // endregion
}
