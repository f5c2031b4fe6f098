package dev.baton.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import dev.baton.local.LocalH2;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalMySql;
import dev.baton.local.LocalPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A database of each kind that all tests of this JVM share, with Baton's tables. Databases with
 * collations order text as Danish does, with "aa" after "z": no result of Baton depends on that.
 */
@SuppressWarnings("ImmutableEnumChecker") // each value keeps its one pool
enum TestDatabase {
  POSTGRES(
      () -> LocalPostgres.temporary().newDatabase("da-DK"), "%s - %d * interval '1 microsecond'"),
  MARIADB(
      () -> LocalMariaDb.temporary().newDatabase("utf8mb4_danish_ci"),
      "%s - INTERVAL %d MICROSECOND"),
  H2(LocalH2::newDatabase, "DATEADD(MICROSECOND, -(%2$d), %1$s)"),
  MYSQL(
      () -> LocalMySql.temporary().newDatabase("utf8mb4_da_0900_ai_ci"),
      "%s - INTERVAL %d MICROSECOND");

  /** Name of the method source {@link #chosen()}. */
  static final String CHOSEN = "dev.baton.jdbc.TestDatabase#chosen";

  /** Name of the method source {@link #chosenServers()}. */
  static final String SERVERS = "dev.baton.jdbc.TestDatabase#chosenServers";

  private static final List<String> TABLES =
      List.of(
          "baton_task",
          "baton_finished",
          "baton_key",
          "baton_finished_key",
          "baton_attempt",
          "baton_leader",
          "baton_node",
          "baton_pause",
          "baton_override",
          "baton_limit",
          "baton_incident",
          "baton_permit",
          "baton_audit",
          "baton_note",
          "baton_label",
          "baton_statistic",
          "baton_statistic_hour",
          "baton_schedule",
          "baton_order",
          "baton_wait",
          "baton_waiter");

  private final Supplier<DatabaseAddress> newDatabase;
  private final String earlier;
  private HikariDataSource shared;

  TestDatabase(Supplier<DatabaseAddress> newDatabase, String earlier) {
    this.newDatabase = newDatabase;
    this.earlier = earlier;
  }

  /** Returns the databases that this run uses. */
  static Stream<TestDatabase> chosen() {
    return LocalDatabase.chosen().map(database -> valueOf(database.name()));
  }

  /** Returns the chosen databases except H2, which runs in this JVM. */
  static Stream<TestDatabase> chosenServers() {
    return LocalDatabase.chosenServers().map(database -> valueOf(database.name()));
  }

  /** Returns whether the database uses the SQL of MySQL: MariaDB and MySQL do. */
  boolean isMySql() {
    return this == MARIADB || this == MYSQL;
  }

  /**
   * Returns test arguments: each chosen database with each isolation level at which callers add.
   */
  static Stream<Arguments> atEachIsolation() {
    List<Arguments> all = new ArrayList<>();
    for (TestDatabase database : chosen().toList()) {
      all.add(Arguments.of(database, Connection.TRANSACTION_READ_COMMITTED));
      all.add(Arguments.of(database, Connection.TRANSACTION_REPEATABLE_READ));
      all.add(Arguments.of(database, Connection.TRANSACTION_SERIALIZABLE));
    }
    return all.stream();
  }

  /** Creates a pool on a new, empty database. */
  HikariDataSource newPool() {
    return pool(newAddress());
  }

  /** Creates a new, empty database. */
  DatabaseAddress newAddress() {
    return newDatabase.get();
  }

  /** Returns a pool of MySQL's own driver on a database of MySQL or MariaDB. */
  static HikariDataSource connectorJ(DatabaseAddress database) {
    return pool(connectorJAddress(database));
  }

  /** Returns the address of the same database for MySQL's own driver. */
  static DatabaseAddress connectorJAddress(DatabaseAddress database) {
    return new DatabaseAddress(
        database.url().replaceFirst("^jdbc:mariadb:", "jdbc:mysql:"),
        database.user(),
        database.password());
  }

  static HikariDataSource pool(DatabaseAddress address) {
    return new HikariDataSource(config(address, ""));
  }

  /**
   * Returns the configuration of a pool without initial connections, which the test may change.
   *
   * @param parameters appended to the URL
   */
  static HikariConfig config(DatabaseAddress address, String parameters) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url() + parameters);
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(24);
    config.setMinimumIdle(0);
    return config;
  }

  /** Returns the shared pool after emptying its tables. */
  synchronized DataSource clean() throws SQLException {
    if (shared == null) {
      shared = newPool();
      BatonSchema.apply(shared);
      if (this == POSTGRES) {
        execute(shared, resource("checks.sql"));
      }
    }
    for (String table : TABLES) {
      execute(shared, "DELETE FROM " + table);
    }
    if (this == POSTGRES) {
      execute(shared, "DELETE FROM baton_shared_row");
    }
    return shared;
  }

  private static String resource(String name) {
    try (InputStream file = Objects.requireNonNull(TestDatabase.class.getResourceAsStream(name))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes all rows this much older, which has the effect of time passing. */
  void age(DataSource dataSource, Duration by) throws SQLException {
    age(dataSource, by, "baton_task", "run_at", "next_event_at", "created_at");
    age(dataSource, by, "baton_task", "last_change", "last_action");
    if (this == POSTGRES) {
      age(dataSource, by, "baton_shared_row", "finished_at", "keep_until");
      execute(
          dataSource,
          "UPDATE baton_shared_row SET created_at = ARRAY(SELECT t - "
              + by.toNanos() / 1_000
              + " * interval '1 microsecond' FROM unnest(created_at) t)");
    }
    age(dataSource, by, "baton_finished", "created_at", "finished_at", "keep_until");
    age(dataSource, by, "baton_key", "expires_at");
    age(dataSource, by, "baton_attempt", "ended_at");
    age(dataSource, by, "baton_limit", "paid_until", "idle_after");
    age(dataSource, by, "baton_note", "noted_at");
    age(dataSource, by, "baton_label", "added_at");
    age(dataSource, by, "baton_leader", "lead_until");
    age(dataSource, by, "baton_node", "started_at", "heard_at", "left_at");
    age(dataSource, by, "baton_pause", "since");
    age(dataSource, by, "baton_schedule", "next_tick", "due_at", "last_tick");
    age(dataSource, by, "baton_audit", "written_at");
    age(dataSource, by, "baton_incident", "opened_at", "noticed_at", "calm_since");
  }

  private void age(DataSource dataSource, Duration by, String table, String... columns)
      throws SQLException {
    for (String column : columns) {
      execute(
          dataSource,
          "UPDATE "
              + table
              + " SET "
              + column
              + " = "
              + String.format(earlier, column, by.toNanos() / 1_000));
    }
  }

  /** Waits until a session of this database waits for a lock of another session. */
  boolean awaitLockWait(DataSource dataSource) throws SQLException {
    String waiting =
        switch (this) {
          case POSTGRES ->
              "SELECT count(*) FROM pg_stat_activity"
                  + " WHERE datname = current_database() AND wait_event_type = 'Lock'";
          case MARIADB, MYSQL ->
              "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
          case H2 ->
              "SELECT count(*) FROM information_schema.sessions WHERE blocker_id IS NOT NULL";
        };
    long giveUp = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (number(dataSource, waiting) == 0) {
      if (System.nanoTime() - giveUp > 0) {
        throw new IllegalStateException("No session waits for a lock");
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return true;
  }

  static void execute(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static long number(DataSource dataSource, String query) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
