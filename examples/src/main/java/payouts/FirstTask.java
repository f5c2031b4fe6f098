package payouts;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

public final class FirstTask {
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS payout (partner VARCHAR(100), cents BIGINT)";

  record Payout(String partner, long cents) {}

  static final TaskType<Payout, Void> SEND_RECEIPT = TaskType.of("SEND_RECEIPT", Payout.class);

  public static void main(String... arguments) throws Exception {
    try (HikariDataSource database = new HikariDataSource()) {
      database.setJdbcUrl("jdbc:h2:mem:payouts");
      BatonSchema.apply(database);
      makeTable(database);
      JdbcTransactions transactions = JdbcTransactions.of(database);
      CountDownLatch sent = new CountDownLatch(1);
      TaskDefinition<?, ?> sendReceipt =
          TaskDefinition.of(SEND_RECEIPT)
              .handler(
                  (payout, attempt) -> {
                    System.out.println("A receipt for " + payout.partner());
                    sent.countDown();
                  });

      try (Baton baton =
          Baton.builder(JdbcStore.of(database))
              .transactions(transactions)
              .define(sendReceipt)
              .start()) {
        Payout payout = new Payout("anna", 1_250);
        transactions.run(
            transaction -> {
              write(transaction.connection(), payout);
              baton.tasks().add(transaction, SEND_RECEIPT.with(payout));
            });
        sent.await(30, TimeUnit.SECONDS);
      }
    }
  }

  private static void makeTable(DataSource database) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
  }

  private static void write(Connection connection, Payout payout) throws SQLException {
    try (var insert = connection.prepareStatement("INSERT INTO payout VALUES (?, ?)")) {
      insert.setString(1, payout.partner());
      insert.setLong(2, payout.cents());
      insert.executeUpdate();
    }
  }
}
