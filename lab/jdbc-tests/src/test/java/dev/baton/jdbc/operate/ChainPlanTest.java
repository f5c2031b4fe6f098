package dev.baton.jdbc.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.SqlFiles;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.operate.TaskFilter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Tests that an index finds the tasks that a task's handler added. Tasks that no handler added have
 * no entry in it.
 */
class ChainPlanTest {
  private static final String FILL =
      "INSERT INTO baton_task (id, correlation_id, version, created_at, run_at, next_event_at,"
          + " attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type,"
          + " flow_key, state) SELECT gen_random_uuid(), CASE WHEN g % 4000 = 0 THEN"
          + " gen_random_uuid() END, 1, now(), now(), now(), 0, 0, 3, 1 + g % 2, 5, 0, false, 'b',"
          + " 'T', '', '' FROM generate_series(1, 20000) g";

  @Test
  void theTasksOfAChainAreFoundByTheirIndexAndOthersHaveNoEntry() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(address.url());
      pool.setUsername(address.user());
      pool.setPassword(address.password());
      pool.setMaximumPoolSize(2);
      BatonSchema.apply(pool);
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(FILL);
        statement.execute("ANALYZE baton_task");
        UUID task = UUID.randomUUID();
        TaskFilter ofItsHandler = TaskFilter.all().parent(task).correlation(task).oldestFirst();
        assertThat(
                plan(
                    connection,
                    Conditions.byIndexes(ofItsHandler, ofItsHandler.liveStatuses(), null),
                    task))
            .contains("baton_task_correlation")
            .doesNotContain("Seq Scan");
        ResultSet entries =
            statement.executeQuery(
                "SELECT reltuples FROM pg_class WHERE relname = 'baton_task_correlation'");
        entries.next();
        assertThat(entries.getInt(1)).isEqualTo(5);
      }
    }
  }

  private static String plan(Connection connection, Conditions conditions, UUID task)
      throws SQLException {
    Dialect dialect = Dialect.of(connection);
    String query = conditions.in(SqlFiles.of(dialect).text("search-all"), "?");
    StringBuilder plan = new StringBuilder();
    try (PreparedStatement explain = connection.prepareStatement("EXPLAIN " + query)) {
      int parameters = explain.getParameterMetaData().getParameterCount();
      for (int i = 1; i < parameters; i++) {
        explain.setObject(i, task);
      }
      explain.setInt(parameters, 21);
      try (ResultSet lines = explain.executeQuery()) {
        while (lines.next()) {
          plan.append(lines.getString(1)).append('\n');
        }
      }
    }
    return plan.toString();
  }
}
