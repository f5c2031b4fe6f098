package dev.baton.examples.languages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.BatonSchema;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The SQL grants in docs/other-languages.md are enough for a writer, and each one is needed. */
@Tag("deep")
class AddRightsTest {
  private static final String PASSWORD = "4711";

  /**
   * Sets of options: none, each table's options, and the id and the order of a task that doesn't
   * exist.
   */
  private enum Add {
    PLAIN("{\"uniqueKey\":\"%2$s\"}"),
    OWN_ID("{\"id\":\"%1$s\"}"),
    LABELLED("{\"labels\":{\"partner\":\"acme\"}}"),
    ORDERED("{\"key\":\"%2$s\",\"ordered\":true}");

    private final String options;

    Add(String options) {
      this.options = options;
    }
  }

  @ParameterizedTest
  @MethodSource(LocalDatabase.SERVERS)
  void writerNeedsEachOfItsGrantsAndNoMore(LocalDatabase database) throws Exception {
    DatabaseAddress address = database.newDatabase();
    boolean postgres = database == LocalDatabase.POSTGRES;
    DatabaseAddress writer = new DatabaseAddress(address.url(), "orders", PASSWORD);
    try (HikariDataSource tables = new HikariDataSource()) {
      tables.setJdbcUrl(address.url());
      tables.setUsername(address.user());
      tables.setPassword(address.password());
      BatonSchema.apply(tables);
      BatonSchema.applyBatonAdd(tables);
      try (Connection owner = tables.getConnection()) {
        String known = postgres ? "ROLE orders LOGIN PASSWORD '" : "USER orders IDENTIFIED BY '";
        run(owner, "CREATE " + known + PASSWORD + "'");
        List<String> grants = grants(postgres);
        for (String grant : grants) {
          run(owner, grant);
        }
        addAll(owner, writer);
        readsAndChangesNothing(writer);
        if (postgres) {
          run(owner, "CREATE ROLE stranger LOGIN PASSWORD '" + PASSWORD + "'");
          DatabaseAddress stranger = new DatabaseAddress(address.url(), "stranger", PASSWORD);
          assertThatThrownBy(() -> addAll(owner, stranger)).hasMessageContaining("denied");
          addsToTheRealTablesWhateverTheWriterPutsBeforeThem(owner, writer);
        }
        for (String grant : grants) {
          run(owner, grant.replace("GRANT ", "REVOKE ").replace(" TO ", " FROM "));
          assertThatThrownBy(() -> addAll(owner, writer))
              .as("without: %s", grant)
              .isInstanceOf(SQLException.class)
              .hasMessageContaining("denied");
          run(owner, grant);
        }
        addAll(owner, writer);
      }
    }
  }

  private static List<String> grants(boolean postgres) throws IOException {
    Path file = Path.of("other-languages", postgres ? "grants-postgres.sql" : "grants-mariadb.sql");
    String statements = Files.readString(file).replaceAll("--.*", "");
    return Arrays.stream(statements.split(";"))
        .map(String::strip)
        .filter(s -> !s.isEmpty())
        .toList();
  }

  /**
   * Adds tasks with each set of options, at last when the task that had the id or the turn is
   * deleted.
   */
  private static void addAll(Connection owner, DatabaseAddress writer) throws SQLException {
    try (Connection connection = writer.connect()) {
      for (Add add : Add.values()) {
        UUID id = UUID.randomUUID();
        String options = add.options.formatted(id, id.toString().substring(0, 8));
        List<UUID> added = new ArrayList<>(List.of(add(connection, options)));
        added.add(add(connection, options));
        run(owner, "DELETE FROM baton_task");
        run(
            owner,
            "UPDATE baton_key SET expires_at = created_long_ago"
                .replace("created_long_ago", "'2020-01-01 00:00:00'"));
        added.add(add(connection, options));
        assertThat(added).hasSize(3);
      }
    }
  }

  private static UUID add(Connection connection, String options) throws SQLException {
    boolean postgres = connection.getMetaData().getURL().startsWith("jdbc:postgresql");
    String sql =
        postgres
            ? "SELECT task_id FROM baton_add('T', NULL, ?::jsonb)"
            : "CALL baton_add('T', NULL, ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, options);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return UUID.fromString(rows.getString(1));
      }
    }
  }

  private static void readsAndChangesNothing(DatabaseAddress writer) throws SQLException {
    List<String> others =
        List.of(
            "SELECT payload FROM baton_task",
            "SELECT result FROM baton_finished",
            "SELECT text FROM baton_key",
            "INSERT INTO baton_key (kind, type, text) VALUES (1, 'T', 'T')",
            "DELETE FROM baton_key",
            "DELETE FROM baton_finished",
            "DELETE FROM baton_attempt",
            "DELETE FROM baton_waiter",
            "UPDATE baton_task SET priority = 0",
            "DELETE FROM baton_task",
            "UPDATE baton_schedule SET type = 'T'",
            "DELETE FROM baton_audit");
    try (Connection connection = writer.connect()) {
      for (String sql : others) {
        assertThatThrownBy(() -> run(connection, sql)).as(sql).hasMessageContaining("denied");
      }
    }
  }

  private static void addsToTheRealTablesWhateverTheWriterPutsBeforeThem(
      Connection owner, DatabaseAddress writer) throws SQLException {
    try (Connection connection = writer.connect()) {
      run(connection, "CREATE TEMPORARY TABLE baton_task (id uuid)");
      run(connection, "SET search_path = pg_temp, public");
      UUID id = add(connection, "{}");
      try (ResultSet found =
          owner
              .createStatement()
              .executeQuery("SELECT count(*) FROM public.baton_task WHERE id = '" + id + "'")) {
        found.next();
        assertThat(found.getInt(1)).isEqualTo(1);
      }
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
