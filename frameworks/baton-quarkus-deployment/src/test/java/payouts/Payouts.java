package payouts;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.quarkus.TaskHandler;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

@ApplicationScoped
public class Payouts {
  record Payout(String partner, long cents) {}

  static final TaskType<Payout, Void> SEND_RECEIPT = TaskType.of("SEND_RECEIPT", Payout.class);

  @Inject DataSource dataSource;
  @Inject Tasks tasks;

  @Transactional
  void pay(Payout payout) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO payout VALUES (?, ?)")) {
      insert.setString(1, payout.partner());
      insert.setLong(2, payout.cents());
      insert.executeUpdate();
    }
    tasks.add(SEND_RECEIPT.with(payout));
  }

  @TaskHandler(value = "SEND_RECEIPT", attempts = 5, deadline = "30s")
  void send(Payout payout) {
    Logger.getLogger(Payouts.class).infof("A receipt for %s", payout.partner());
  }

  @ApplicationScoped
  static class First {
    @Inject DataSource dataSource;
    @Inject Payouts payouts;

    void pay(@Observes StartupEvent started) throws SQLException {
      try (Connection connection = dataSource.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS payout (partner VARCHAR(100), cents BIGINT)");
      }
      payouts.pay(new Payout("anna", 1_250));
    }
  }
}
