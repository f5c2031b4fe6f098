package dev.baton.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.sql.SchemaMigrations;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a test empties only Baton's tables before it begins. */
final class EmptiedDatabaseTest {
  private static final Pattern CREATED = Pattern.compile("CREATE TABLE (?:IF NOT EXISTS )?(\\w+)");

  private final HikariDataSource pool = new HikariDataSource();

  @Test
  void tablesOfOthersWhoseNamesBeginAlikeAreLeftAlone() throws Exception {
    DatabaseAddress address = LocalH2.newDatabase();
    pool.setJdbcUrl(address.url());
    pool.setUsername(address.user());
    pool.setPassword(address.password());
    try (pool) {
      BatonSchema.apply(pool);
      execute("CREATE TABLE \"baton_flyway_history\" (rank INT)");
      execute("INSERT INTO \"baton_flyway_history\" VALUES (1)");
      execute("CREATE TABLE baton_notes (text VARCHAR(10))");
      execute("INSERT INTO baton_notes VALUES ('mine')");
      try (TestBaton first = TestBaton.on(pool, JdbcStore::of).emptied().start()) {
        first.tasks().add(TaskRequest.of(TaskType.of("LEFT")));
      }
      assertThat(rows("baton_task")).isEqualTo(1);
      try (TestBaton second = TestBaton.on(pool, JdbcStore::of).emptied().start()) {
        assertThat(second.tasks()).isNotNull();
        assertThat(rows("baton_task")).isZero();
      }
      assertThat(rows("\"baton_flyway_history\"")).isEqualTo(1);
      assertThat(rows("baton_notes")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "mysql", "postgresql"})
  void everyTableOfTheMigrationsIsKnown(String database) throws IOException {
    Set<String> created = new TreeSet<>();
    for (String file : SchemaMigrations.FILES) {
      try (InputStream in = getClass().getResourceAsStream("/db/baton/" + database + "/" + file)) {
        CREATED
            .matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            .results()
            .forEach(table -> created.add(table.group(1)));
      }
    }
    assertThat(created).contains("baton_schema", "baton_schema_serves");
    created.removeAll(Set.of("baton_schema", "baton_schema_serves"));
    assertThat(DatabaseBackend.EMPTIED).containsAll(created);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int rows(String table) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
