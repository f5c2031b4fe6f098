package dev.baton.jta;

import dev.baton.Baton;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskType;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.task.Bytes;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The code of docs/jta.md. */
final class DocumentedJta {
  private final DataSource dataSource;
  private final Baton baton;

  DocumentedJta(
      DataSource dataSource,
      TransactionManager manager,
      TransactionSynchronizationRegistry registry) {
    this.dataSource = dataSource;
    // region start
    JtaTransactions transactions = JtaTransactions.of(dataSource, manager, registry);
    Baton baton =
        JdbcBaton.on(transactions.outside(), transactions)
            .define(TaskDefinition.of("SEND_RECEIPT", attempt -> Outcome.done()))
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
    baton.tasks().add(TaskType.of("SEND_RECEIPT", Bytes.class).with(Bytes.of(payout)));
  }
  // endregion
}
