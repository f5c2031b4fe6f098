package dev.baton.quarkus.deployment;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.quarkus.TaskHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The code of docs/quarkus.md. */
final class DocumentedQuarkus {
  private DocumentedQuarkus() {}

  // region service
  record Receipt(String payout, String address) {}

  @ApplicationScoped
  static class Payouts {
    static final TaskType<Receipt, Void> SEND_RECEIPT = TaskType.of("SEND_RECEIPT", Receipt.class);

    @Inject DataSource dataSource;
    @Inject Tasks tasks;

    @Transactional
    void pay(String payout, String address) throws SQLException {
      try (Connection connection = dataSource.getConnection();
          PreparedStatement insert =
              connection.prepareStatement("INSERT INTO payout (name) VALUES (?)")) {
        insert.setString(1, payout);
        insert.executeUpdate();
      }
      tasks.add(SEND_RECEIPT.with(new Receipt(payout, address)));
    }

    @TaskHandler(value = "SEND_RECEIPT", attempts = 5, deadline = "30s")
    void send(Receipt receipt) {
      System.out.println("Receipt of " + receipt.payout() + " to " + receipt.address());
    }
  }
  // endregion
}
