package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.SqlFiles;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that every statement that searches for tasks uses an index, in the index's order. */
class MariaDbPlanTest {
  private static HikariDataSource pool;
  private static Dialect dialect;
  private static SqlFiles files;

  @BeforeAll
  static void fill() throws Exception {
    pool = TestDatabase.MARIADB.newPool();
    BatonSchema.apply(pool);
    try (Connection connection = pool.getConnection()) {
      dialect = Dialect.of(connection);
      files = SqlFiles.of(dialect);
    }
    for (int status = 1; status <= 2; status++) {
      TestDatabase.execute(
          pool,
          "INSERT INTO baton_task (id, version, created_at, run_at, next_event_at, attempts,"
              + " losses, loss_limit, status, priority, last_outcome, keyed, bucket, type,"
              + " flow_key, state) SELECT UNHEX(LPAD(HEX(seq + 100000 * "
              + status
              + "), 32, '0')), 1, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), 0, 0, 3, "
              + status
              + ", seq % 10, 0, FALSE, 'b', 'LIVE', CONCAT('k', seq % 100), '' FROM"
              + " seq_1_to_20000");
    }
  }

  @AfterAll
  static void close() {
    pool.close();
  }

  @Test
  void readyTasksAreReadInTheOrderOfTheirIndex() throws SQLException {
    Plan plan = explain(files.text("fetch"));
    assertThat(plan.key).isEqualTo("baton_task_ready");
    assertThat(plan.extra).doesNotContain("filesort");
  }

  @Test
  void firstTasksAreFoundByIndexSeeksFromFlowToFlow() throws SQLException {
    List<Plan> plans = explainAll(files.text("first-of-each-flow"));
    assertThat(plans)
        .filteredOn(plan -> plan.key.equals("baton_task_ready"))
        .hasSize(2)
        .allMatch(plan -> plan.extra.contains("Using index"))
        .anyMatch(plan -> plan.extra.contains("Using index for group-by"));
    assertThat(plans)
        .filteredOn(plan -> plan.key.equals("PRIMARY"))
        .singleElement()
        .matches(plan -> plan.rows == 1);
  }

  @Test
  void scanReadsOnlyFromItsPosition() throws SQLException {
    String sql = files.text("scan");
    Plan plan = explain(sql);
    assertThat(plan.key).isEqualTo("baton_task_ready");
    assertThat(plan.extra).doesNotContain("filesort");
    try (Connection connection = pool.getConnection();
        Statement session = connection.createStatement();
        PreparedStatement scan = connection.prepareStatement(sql)) {
      Object[] place = {"b", "LIVE", "LIVE", "LIVE", "k90", "LIVE", "k90", 5, 100};
      for (int i = 0; i < place.length; i++) {
        scan.setObject(i + 1, place[i]);
      }
      session.execute("FLUSH STATUS");
      int found = 0;
      try (ResultSet rows = scan.executeQuery()) {
        while (rows.next()) {
          found++;
        }
      }
      assertThat(found).isEqualTo(100);
      try (ResultSet read =
          session.executeQuery(
              "SELECT SUM(variable_value) FROM information_schema.session_status"
                  + " WHERE variable_name IN ('Handler_read_next', 'Handler_read_rnd_next')")) {
        read.next();
        assertThat(read.getInt(1)).isLessThan(150);
      }
    }
  }

  @Test
  void dueAndOverdueTasksAreReadInTheOrderOfTheAlarm() throws SQLException {
    for (String verb : List.of("lock-due", "overdue")) {
      Plan plan = explain(files.text(verb));
      assertThat(plan.key).as(verb).isEqualTo("baton_task_alarm");
      assertThat(plan.extra).as(verb).doesNotContain("filesort");
    }
    assertThat(explain(files.text("held-by")).key).isEqualTo("baton_task_alarm");
  }

  @Test
  void tasksAreAddressedByPrimaryKey() throws SQLException {
    for (String verb :
        List.of(
            "lock-tasks",
            "lock-unlocked-tasks",
            "claim-tasks",
            "remove-tasks",
            "read-fences",
            "read-tasks",
            "read-holds")) {
      assertThat(explain(files.text(verb, 64)).key).as(verb).isEqualTo("PRIMARY");
    }
    for (String verb : List.of("renew-task", "due-task")) {
      Plan plan = explain(files.text(verb));
      assertThat(plan.key).as(verb).isEqualTo("PRIMARY");
      assertThat(plan.rows).as(verb).isLessThanOrEqualTo(1);
    }
  }

  private record Plan(String key, long rows, String extra) {}

  private static Plan explain(String sql) throws SQLException {
    return explainAll(sql).get(0);
  }

  private static List<Plan> explainAll(String sql) throws SQLException {
    List<Plan> plans = new ArrayList<>();
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement("EXPLAIN " + sql)) {
      bindSomething(statement, sql);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          plans.add(
              new Plan(
                  String.valueOf(rows.getString("key")),
                  rows.getLong("rows"),
                  String.valueOf(rows.getString("Extra"))));
        }
      }
    }
    return plans;
  }

  /** Binds values of the right kinds, which the text before each question mark tells. */
  private static void bindSomething(PreparedStatement statement, String sql) throws SQLException {
    int index = 0;
    for (int at = sql.indexOf('?'); at >= 0; at = sql.indexOf('?', at + 1)) {
      String before = sql.substring(Math.max(0, at - 22), at);
      index++;
      if (before.matches("(?s).*(bucket) [=>] $")) {
        statement.setString(index, "b");
      } else if (before.matches("(?s).*(type) [>=]+ $")) {
        statement.setString(index, before.contains(">") ? "A" : "LIVE");
      } else if (before.matches("(?s).*(flow_key) [=>] $")) {
        statement.setString(index, "k5");
      } else if (before.matches("(?s).*(CAST\\()$")) {
        dialect.bindInstant(statement, index, Instant.parse("2026-01-01T00:00:00Z"));
      } else if (before.matches(
          "(?s).*(LIMIT |INTERVAL |status = |version = |loss_limit = |priority > )$")) {
        statement.setInt(index, 2);
      } else {
        dialect.bindUuid(statement, index, new UUID(0, 200_000 + index));
      }
    }
  }
}
