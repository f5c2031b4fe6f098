package dev.baton.jdbc;

import static dev.baton.jdbc.sql.SqlErrors.Meaning.BUSY;
import static dev.baton.jdbc.sql.SqlErrors.Meaning.REFUSED;
import static dev.baton.jdbc.sql.SqlErrors.Meaning.UNAVAILABLE;
import static dev.baton.jdbc.sql.SqlErrors.Meaning.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.dialect.LockWait;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.SqlErrors.Meaning;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tests the errors of real servers and drivers, and their meaning. */
class SqlErrorsTest {
  private HikariDataSource pool;

  @BeforeEach
  void none() {
    pool = new HikariDataSource();
  }

  @AfterEach
  void close() {
    pool.close();
  }

  private void open(Driver driver) throws SQLException {
    pool = driver.newPool();
    execute("CREATE TABLE t (id INT PRIMARY KEY, n INT NOT NULL CHECK (n < 100), s VARCHAR(5))");
    execute("INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b')");
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedValueIsRefused(Driver driver) throws Exception {
    open(driver);
    SQLException duplicate = failure("INSERT INTO t VALUES (1, 1, 'a')");
    assertThat(SqlErrors.meaning(duplicate)).isEqualTo(REFUSED);
    assertThat(SqlErrors.isDuplicateKey(duplicate)).isTrue();
    assertThat(meaningOf("INSERT INTO t VALUES (3, 100, 'a')")).isEqualTo(REFUSED);
    assertThat(meaningOf("INSERT INTO t VALUES (3, NULL, 'a')")).isEqualTo(REFUSED);
    assertThat(meaningOf("INSERT INTO t VALUES (3, 1, 'abcdef')")).isEqualTo(REFUSED);
    assertThat(meaningOf("INSERT INTO t VALUES (3, 30000000000, 'a')")).isEqualTo(REFUSED);
  }

  @ParameterizedTest
  @EnumSource
  void missingSetupIsUnavailable(Driver driver) throws Exception {
    open(driver);
    assertThat(meaningOf("INSERT INTO missing VALUES (1)")).isEqualTo(UNAVAILABLE);
    assertThat(meaningOf("INSERT INTO t (missing) VALUES (1)")).isEqualTo(UNAVAILABLE);
  }

  @ParameterizedTest
  @EnumSource
  void aRowThatStaysLockedIsBusy(Driver driver) throws Exception {
    open(driver);
    try (Connection one = begun();
        Connection other = begun()) {
      update(one, 1);
      LockWait wait = Dialect.of(other).lockWait().orElseThrow();
      try (Statement statement = other.createStatement()) {
        statement.execute(wait.setTo(wait.shortest()));
      }
      SQLException locked = failure(() -> update(other, 1));
      assertThat(SqlErrors.meaning(locked)).isEqualTo(BUSY);
      assertThat(SqlErrors.isLockTimeout(locked)).isTrue();
      other.rollback();
      one.rollback();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlockIsBusy(Driver driver) throws Exception {
    open(driver);
    CyclicBarrier both = new CyclicBarrier(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Meaning> up = threads.submit(() -> locks(both, 1, 2));
      Future<Meaning> down = threads.submit(() -> locks(both, 2, 1));
      assertThat(new Meaning[] {up.get(), down.get()}).contains(BUSY);
    } finally {
      threads.shutdownNow();
    }
  }

  private Meaning locks(CyclicBarrier both, int first, int second) throws Exception {
    try (Connection connection = begun()) {
      update(connection, first);
      both.await();
      try {
        update(connection, second);
        return null;
      } catch (SQLException e) {
        return SqlErrors.meaning(e);
      } finally {
        connection.rollback();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "H2")
  void aRowThatHasChangedSinceTheSnapshotIsBusy(Driver driver) throws Exception {
    open(driver);
    try (Connection late = begun()) {
      if (driver != Driver.PGJDBC) {
        late.createStatement().execute("SET SESSION innodb_snapshot_isolation = ON");
      }
      late.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      late.createStatement().executeQuery("SELECT * FROM t").close();
      execute("UPDATE t SET n = n + 1 WHERE id = 1");
      assertThat(SqlErrors.meaning(failure(() -> update(late, 1)))).isEqualTo(BUSY);
      late.rollback();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "H2")
  void aReadOnlyTransactionIsUnavailable(Driver driver) throws Exception {
    open(driver);
    try (Connection connection = begun()) {
      connection.createStatement().execute("COMMIT");
      connection.createStatement().execute("START TRANSACTION READ ONLY");
      SQLException refused = failure(() -> update(connection, 1));
      assertThat(SqlErrors.meaning(refused)).isEqualTo(UNAVAILABLE);
      assertThat(SqlErrors.isReadOnly(refused)).isTrue();
      connection.rollback();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "H2")
  void aCommitOnAKilledConnectionIsUnknown(Driver driver) throws Exception {
    open(driver);
    try (Connection connection = begun()) {
      update(connection, 1);
      TestDatabase.execute(pool, kill(driver, connection));
      assertThat(SqlErrors.meaning(failureOf(connection::commit))).isEqualTo(UNKNOWN);
    }
  }

  private static String kill(Driver driver, Connection connection) throws SQLException {
    boolean postgres = driver == Driver.PGJDBC;
    try (Statement statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                postgres ? "SELECT pg_backend_pid()" : "SELECT connection_id()")) {
      rows.next();
      return postgres
          ? "SELECT pg_terminate_backend(" + rows.getInt(1) + ", 60000)"
          : "KILL " + rows.getInt(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("deep")
  void aStatementThatTakesTooLongTimesOut(Driver driver) throws Exception {
    open(driver);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      String forLong =
          switch (driver) {
            case PGJDBC -> "SELECT pg_sleep(60)";
            case MARIADB, CONNECTOR_J ->
                "SELECT count(*) FROM seq_1_to_100000000 a, seq_1_to_100000 b";
            case H2 -> "SELECT count(*) FROM system_range(1, 10000000000) WHERE x * x = -1";
          };
      SQLException late = failure(() -> statement.execute(forLong));
      assertThat(SqlErrors.isTimedOut(late)).isTrue();
      assertThat(SqlErrors.meaning(late)).isIn(UNAVAILABLE, UNKNOWN);
    }
  }

  @Test
  void charactersMissingInLatin1AreRefused() throws Exception {
    pool = TestDatabase.pool(Latin1.newDatabase());
    execute("CREATE TABLE t (s TEXT)");
    try (Connection connection = pool.getConnection();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
      insert.setString(1, "Łódź");
      SQLException refused = failure(insert::executeUpdate);
      assertThat(SqlErrors.meaning(refused)).isEqualTo(REFUSED);
      assertThat(SqlErrors.isUntranslatable(refused)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "CONNECTOR_J"})
  void whatAColumnLacksIsRefused(Driver driver) throws Exception {
    pool = driver.newPool();
    execute("CREATE TABLE t (s VARCHAR(20) CHARACTER SET latin1)");
    try (Connection connection = pool.getConnection();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
      insert.setString(1, "Łódź");
      SQLException refused = failure(insert::executeUpdate);
      assertThat(SqlErrors.meaning(refused)).isEqualTo(REFUSED);
      assertThat(SqlErrors.isUntranslatable(refused)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "CONNECTOR_J"})
  void anUpdateThatSafeModeForbidsIsRefused(Driver driver) throws Exception {
    open(driver);
    try (Connection connection = begun();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_safe_updates = 1");
      SQLException refused = failure(() -> statement.execute("UPDATE t SET n = n + 1"));
      assertThat(SqlErrors.meaning(refused)).isEqualTo(REFUSED);
    }
  }

  /** Errors that no test can cause on a real server, as the server sends them. */
  @ParameterizedTest
  @CsvSource({
    "08006, UNKNOWN",
    "08007, UNKNOWN",
    "40003, UNKNOWN",
    "57P01, UNKNOWN",
    "57P02, UNKNOWN",
    "58030, UNKNOWN",
    "XX000, UNKNOWN",
    "25P03, UNKNOWN",
    "25P04, UNKNOWN",
    "40001, BUSY",
    "40P01, BUSY",
    "55P03, BUSY",
    "21000, REFUSED",
    "22001, REFUSED",
    "22P05, REFUSED",
    "23514, REFUSED",
    "40002, REFUSED",
    "44000, REFUSED",
    "54000, REFUSED",
    "P0001, REFUSED",
    "25006, UNAVAILABLE",
    "25P02, UNAVAILABLE",
    "42501, UNAVAILABLE",
    "53100, UNAVAILABLE",
    "53200, UNAVAILABLE",
    "53300, UNAVAILABLE",
    "55000, UNAVAILABLE",
    "57014, UNAVAILABLE"
  })
  void postgresqlsCodes(String state, Meaning meaning) throws Exception {
    pool = TestDatabase.POSTGRES.newPool();
    assertThat(meaningOf("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '" + state + "'; END $$"))
        .isEqualTo(meaning);
  }

  @ParameterizedTest
  @CsvSource({
    "08S01, 1053, UNKNOWN",
    "70100, 1317, UNKNOWN",
    "70100, 1927, UNKNOWN",
    "HY000, 1180, UNKNOWN",
    "40001, 1213, BUSY",
    "HY000, 1205, BUSY",
    "HY000, 1020, BUSY",
    "HY000, 1412, BUSY",
    "08S01, 1153, REFUSED",
    "42000, 1118, REFUSED",
    "42000, 1162, REFUSED",
    "HY000, 1175, REFUSED",
    "HY000, 1197, REFUSED",
    "22003, 1264, REFUSED",
    "HY000, 1301, REFUSED",
    "22007, 1366, REFUSED",
    "22001, 1406, REFUSED",
    "23000, 4025, REFUSED",
    "45000, 1644, REFUSED",
    "HY000, 1021, UNAVAILABLE",
    "HY000, 1114, UNAVAILABLE",
    "42000, 1142, UNAVAILABLE",
    "25006, 1792, UNAVAILABLE",
    "HY000, 1836, UNAVAILABLE",
    "70100, 1969, UNAVAILABLE"
  })
  void mariaDbsAndMySqlsCodes(String state, int code, Meaning meaning) throws Exception {
    pool = TestDatabase.MARIADB.newPool();
    assertThat(meaningOf("SIGNAL SQLSTATE '" + state + "' SET MYSQL_ERRNO = " + code))
        .isEqualTo(meaning);
  }

  /** Errors that MariaDB's and MySQL's drivers create themselves. */
  @ParameterizedTest
  @CsvSource({
    "25S03, 0, UNKNOWN",
    "08000, -1, UNKNOWN",
    "08007, 0, UNKNOWN",
    "08S02, 0, UNKNOWN",
    "HZ000, 0, REFUSED"
  })
  void driversOwnCodes(String state, int code, Meaning meaning) {
    assertThat(SqlErrors.meaning(new SQLException("", state, code))).isEqualTo(meaning);
  }

  private Connection begun() throws SQLException {
    Connection connection = pool.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private static int update(Connection connection, int id) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate("UPDATE t SET n = n + 1 WHERE id = " + id);
    }
  }

  private void execute(String sql) throws SQLException {
    TestDatabase.execute(pool, sql);
  }

  private Meaning meaningOf(String sql) {
    return SqlErrors.meaning(failure(sql));
  }

  private SQLException failure(String sql) {
    return failure(
        () -> {
          execute(sql);
          return true;
        });
  }

  private static SQLException failureOf(Commit commit) {
    return failure(
        () -> {
          commit.run();
          return true;
        });
  }

  private static SQLException failure(Callable<?> statement) {
    return catchThrowableOfType(SQLException.class, statement::call);
  }

  /** Each driver with a server that it supports. */
  private enum Driver {
    PGJDBC,
    MARIADB,
    CONNECTOR_J,
    H2;

    HikariDataSource newPool() {
      return switch (this) {
        case PGJDBC -> TestDatabase.POSTGRES.newPool();
        case MARIADB -> TestDatabase.MARIADB.newPool();
        case CONNECTOR_J -> TestDatabase.connectorJ(TestDatabase.MARIADB.newAddress());
        case H2 -> TestDatabase.H2.newPool();
      };
    }
  }

  private interface Commit {
    void run() throws SQLException;
  }
}
