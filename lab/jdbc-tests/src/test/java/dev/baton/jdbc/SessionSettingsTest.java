package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.operate.cluster.StoreWarning;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that settings that a URL, a role or a server makes for each connection do no harm, or are
 * refused with a clear message when the node starts.
 */
class SessionSettingsTest {
  @ParameterizedTest
  @CsvSource({
    "sql_select_limit = 10, sql_select_limit",
    "max_sort_length = 64, max_sort_length",
    "sql_mode = '', strict",
    "sql_mode = CONCAT(@@sql_mode | ' | EMPTY_STRING_IS_NULL'), EMPTY_STRING_IS_NULL",
    "sql_mode = CONCAT(@@sql_mode | ' | SIMULTANEOUS_ASSIGNMENT'), SIMULTANEOUS_ASSIGNMENT",
    "check_constraint_checks = OFF, check_constraint_checks",
    "sql_safe_updates = 1, sql_safe_updates",
    "tx_read_only = ON, read-only",
    "completion_type = CHAIN, completion_type = 'NO_CHAIN'",
    "completion_type = 2, completion_type = 'NO_CHAIN'",
    "character_set_connection = latin1, utf8mb4",
    "character_set_results = latin1, utf8mb4",
  })
  void settingsOfMariaDbThatMakeAnswersWrongAreRefused(String setting, String why) {
    String sql = "SET SESSION " + setting.replace(" | ' | ", ", ',");
    assertRefused(TestDatabase.MARIADB.newAddress(), "", sql, why);
  }

  @ParameterizedTest
  @CsvSource({
    "completion_type = CHAIN, completion_type = 'NO_CHAIN'",
    "character_set_results = latin1, utf8mb4",
    "transaction_read_only = ON, read-only",
    "sql_select_limit = 10, sql_select_limit",
  })
  void settingsOfMySqlThatMakeAnswersWrongAreRefused(String setting, String why) {
    assertRefused(TestDatabase.MYSQL.newAddress(), "", "SET SESSION " + setting, why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sql_mode = CONCAT(@@sql_mode, ',PAD_CHAR_TO_FULL_LENGTH,ANSI_QUOTES,IGNORE_SPACE,"
            + "PIPES_AS_CONCAT,ONLY_FULL_GROUP_BY,HIGH_NOT_PRECEDENCE,NO_UNSIGNED_SUBTRACTION')",
        "sql_mode = 'TRADITIONAL,NO_BACKSLASH_ESCAPES,TIME_TRUNCATE_FRACTIONAL', autocommit = 0,"
            + " transaction_isolation = 'SERIALIZABLE', sql_require_primary_key = 1,"
            + " explicit_defaults_for_timestamp = 0, max_execution_time = 5000, time_zone ="
            + " '+05:30', group_concat_max_len = 4, innodb_lock_wait_timeout = 1",
      })
  @Tag("deep")
  void otherSettingsOfMySqlDoNoHarm(String settings) throws Exception {
    works(TestDatabase.MYSQL.newAddress(), "", "SET SESSION " + settings);
  }

  /** The tables of another schema with the same names would be used, or none are found. */
  @Test
  void searchPathWithoutBatonsTablesIsRefused() throws Exception {
    DatabaseAddress address = TestDatabase.POSTGRES.newAddress();
    assertRefused(address, "", "SET search_path = pg_catalog", "missing from this database");
    try (HikariDataSource plain = TestDatabase.pool(address)) {
      TestDatabase.execute(plain, "CREATE SCHEMA other");
    }
    assertRefused(address, "?currentSchema=other", "SELECT 1", "the schema this user uses");
    works(address, "?currentSchema=other,public", "SELECT 1");
  }

  @ParameterizedTest
  @CsvSource({
    "default_transaction_read_only = on, read-only",
    "array_nulls = off, array_nulls",
  })
  void settingsOfPostgresThatMakeAnswersWrongAreRefused(String setting, String why) {
    assertRefused(TestDatabase.POSTGRES.newAddress(), "", "SET " + setting, why);
  }

  @Test
  @Tag("deep")
  void driverThatMayLoseCharactersIsRefused() {
    DatabaseAddress address = TestDatabase.MARIADB.newAddress();
    String url = address.url().replaceFirst("^jdbc:mariadb:", "jdbc:mysql:");
    assertRefused(
        new DatabaseAddress(url, address.user(), address.password()),
        "?characterEncoding=ISO-8859-1",
        "SELECT 1",
        "utf8mb4");
  }

  @Test
  void rowsHiddenByAPolicyDoNotCountAsMissing() throws Exception {
    DatabaseAddress address = TestDatabase.POSTGRES.newAddress();
    DatabaseAddress other = new DatabaseAddress(address.url(), "row_reader", "row_reader");
    try (HikariDataSource owner = TestDatabase.pool(address)) {
      BatonSchema.apply(owner);
      TestDatabase.execute(owner, "CREATE ROLE row_reader LOGIN PASSWORD 'row_reader'");
      TestDatabase.execute(owner, "GRANT ALL ON ALL TABLES IN SCHEMA public TO row_reader");
      try (HikariDataSource pool = TestDatabase.pool(other)) {
        assertThatCode(JdbcTaskStore.of(pool)::check).doesNotThrowAnyException();
      }
      TestDatabase.execute(owner, "ALTER TABLE baton_task ENABLE ROW LEVEL SECURITY");
      assertThatCode(JdbcTaskStore.of(owner)::check).doesNotThrowAnyException();
      try (HikariDataSource pool = TestDatabase.pool(other)) {
        assertThatThrownBy(JdbcTaskStore.of(pool)::check)
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining("row-level security");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sql_mode = CONCAT(@@sql_mode, ',PAD_CHAR_TO_FULL_LENGTH,ANSI_QUOTES,IGNORE_SPACE,"
            + "PIPES_AS_CONCAT,ONLY_FULL_GROUP_BY,HIGH_NOT_PRECEDENCE,NO_ZERO_DATE,REAL_AS_FLOAT')",
        "sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES,TIME_ROUND_FRACTIONAL')",
        "autocommit = 0, max_statement_time = 5, lock_wait_timeout = 1, wait_timeout = 20",
        "time_zone = '+05:30', lc_time_names = 'de_DE', sql_auto_is_null = 1, foreign_key_checks ="
            + " 0, unique_checks = 0, group_concat_max_len = 4,"
            + " in_predicate_conversion_threshold = 2, innodb_lock_wait_timeout = 1,"
            + " collation_connection = utf8mb4_turkish_ci, div_precision_increment = 0",
        "sql_mode = 'TRADITIONAL', tx_isolation = 'SERIALIZABLE', sql_buffer_result = 1,"
            + " innodb_strict_mode = OFF, low_priority_updates = 1",
      })
  @Tag("deep")
  void otherSettingsOfMariaDbDoNoHarm(String settings) throws Exception {
    works(TestDatabase.MARIADB.newAddress(), "", "SET SESSION " + settings);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET standard_conforming_strings = off; SET escape_string_warning = off;"
            + " SET bytea_output = 'escape'; SET IntervalStyle = 'sql_standard';"
            + " SET TimeZone = 'Asia/Kathmandu'; SET extra_float_digits = -10;"
            + " SET quote_all_identifiers = on; SET backslash_quote = off;"
            + " SET transform_null_equals = on; SET row_security = off",
        "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_nestloop = off;"
            + " SET enable_hashjoin = off; SET plan_cache_mode = force_generic_plan;"
            + " SET session_replication_role = replica; SET from_collapse_limit = 1",
        "SET statement_timeout = '3s'; SET transaction_timeout = '4s'; SET lock_timeout = '20ms';"
            + " SET idle_in_transaction_session_timeout = '1s'; SET idle_session_timeout = '5s';"
            + " SET default_transaction_isolation = 'serializable';"
            + " SET default_transaction_deferrable = on",
        "SET jit = on; SET jit_above_cost = 0; SET DateStyle = 'ISO, DMY'; SET enable_seqscan ="
            + " off; SET synchronous_commit = off; SET client_min_messages = error;"
            + " SET default_table_access_method = heap; SET geqo = off; SET work_mem = '64kB'",
      })
  @Tag("deep")
  void otherSettingsOfPostgresDoNoHarm(String settings) throws Exception {
    works(TestDatabase.POSTGRES.newAddress(), "", settings);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?preferQueryMode=simple",
        "?binaryTransfer=false&stringtype=unspecified&reWriteBatchedInserts=true&autosave=always"
            + "&defaultRowFetchSize=1&prepareThreshold=0",
      })
  @Tag("deep")
  void parametersOfItsDriverDoNoHarm(String parameters) throws Exception {
    works(TestDatabase.POSTGRES.newAddress(), parameters, "SELECT 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?useServerPrepStmts=true&useBulkStmts=true&rewriteBatchedStatements=true",
        "?tinyInt1isBit=false&transformedBitIsBoolean=false",
      })
  @Tag("deep")
  void parametersOfMariaDbsDriverDoNoHarm(String parameters) throws Exception {
    works(TestDatabase.MARIADB.newAddress(), parameters, "SELECT 1");
  }

  @Test
  void affectedRowsOfMariaDbsDriverDoNoHarm() throws Exception {
    works(TestDatabase.MARIADB.newAddress(), "?useAffectedRows=true", "SELECT 1");
  }

  /**
   * A statement whose row count decides something must change its rows or select them for update.
   */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  @Tag("deep")
  void rowsThatAreCountedOnlyWhereTheyChangeDoNoHarm(TestDatabase database) throws Exception {
    DatabaseAddress address = database.newAddress();
    works(TestDatabase.connectorJAddress(address), "?useAffectedRows=true", "SELECT 1");
  }

  @ParameterizedTest
  @CsvSource({
    "MODE=Oracle, imitates another database",
    "MODE=MSSQLServer, imitates another database",
    "MODE=Derby, imitates another database",
    "MODE=STRICT, imitates another database",
    "LAZY_QUERY_EXECUTION=1, LAZY_QUERY_EXECUTION",
  })
  void settingsOfH2UnderWhichStatementsFailAreRefused(String setting, String why) {
    assertRefused(h2(setting), "", "SELECT 1", why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DATABASE_TO_UPPER=FALSE",
        "MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
        "MODE=MySQL;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DATABASE_TO_LOWER=TRUE",
      })
  @Tag("deep")
  void otherSettingsOfH2DoNoHarm(String setting) throws Exception {
    works(h2(setting), "", "SELECT 1");
  }

  private static DatabaseAddress h2(String setting) {
    DatabaseAddress address = TestDatabase.H2.newAddress();
    return new DatabaseAddress(address.url() + ";" + setting, address.user(), address.password());
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void aPoolWhoseConnectionsOnlyReadIsRefused(TestDatabase database) {
    DatabaseAddress address = database.newAddress();
    try (HikariDataSource pool = TestDatabase.pool(address)) {
      BatonSchema.apply(pool);
    }
    HikariConfig config = TestDatabase.config(address, "");
    config.setReadOnly(true);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      assertThatThrownBy(JdbcTaskStore.of(pool)::check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("read-only");
    }
  }

  @Test
  @Tag("deep")
  void serverThatRollsBackAfterALockTimeoutIsRefused() throws Exception {
    LocalMariaDb server = LocalMariaDb.anotherTemporary("--innodb-rollback-on-timeout=ON");
    try {
      assertRefused(server.database("payouts"), "", "SELECT 1", "innodb_rollback_on_timeout");
    } finally {
      server.stop();
    }
  }

  /** Also has compact rows by default, in which a key of Baton's tables would be too long. */
  @Test
  @Tag("deep")
  void aServerThatLogsStatementsIsRefused() throws Exception {
    LocalMariaDb server =
        LocalMariaDb.anotherTemporary("--log-bin", "--innodb-default-row-format=compact");
    try {
      String statements = "SET SESSION binlog_format = 'STATEMENT'";
      assertRefused(server.newDatabase(), "", statements, "SET GLOBAL binlog_format = 'ROW'");
      works(server.newDatabase(), "", "SELECT 1");
    } finally {
      server.stop();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void aCollationThatTakesDifferentKeysForTheSameIsRefused(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      String repair = "ALTER TABLE baton_key CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_";
      TestDatabase.execute(pool, repair + "general_ci");
      assertThatThrownBy(JdbcTaskStore.of(pool)::check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(repair + "bin");
      TestDatabase.execute(pool, repair + "bin");
      assertThatCode(JdbcTaskStore.of(pool)::check).doesNotThrowAnyException();
    }
  }

  /** An engine without transactions keeps the rows of a rollback. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void tableInAnEngineWithoutTransactionsIsRefused(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      String change = "ALTER TABLE baton_attempt ENGINE = ";
      TestDatabase.execute(pool, change + "MyISAM");
      assertThatThrownBy(JdbcTaskStore.of(pool)::check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(change + "InnoDB");
      TestDatabase.execute(pool, change + "InnoDB");
      assertThatCode(JdbcTaskStore.of(pool)::check).doesNotThrowAnyException();
    }
  }

  @Test
  void unloggedTableIsReported() throws Exception {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      BatonSchema.apply(pool);
      JdbcTaskStore store = JdbcTaskStore.of(pool);
      String change = "ALTER TABLE baton_task SET ";
      TestDatabase.execute(pool, change + "UNLOGGED");
      assertThat(store.report().orElseThrow().warnings())
          .extracting(StoreWarning::message)
          .anyMatch(message -> message.contains(change + "LOGGED"));
      TestDatabase.execute(pool, change + "LOGGED");
      assertThat(store.report().orElseThrow().warnings())
          .extracting(StoreWarning::message)
          .noneMatch(message -> message.contains("baton_task"));
    }
  }

  @Test
  void postgresCollationWithEqualKeysIsRefused() throws Exception {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(
          pool,
          "CREATE COLLATION lax (provider = icu, locale = 'und-u-ks-level2', deterministic ="
              + " false)");
      String repair = "ALTER TABLE baton_key ALTER COLUMN text TYPE text COLLATE ";
      TestDatabase.execute(pool, repair + "lax");
      assertThatThrownBy(JdbcTaskStore.of(pool)::check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(repair + "\"C\"");
      TestDatabase.execute(pool, repair + "\"C\"");
      assertThatCode(JdbcTaskStore.of(pool)::check).doesNotThrowAnyException();
    }
  }

  private static HikariDataSource pool(DatabaseAddress address, String parameters, String sql) {
    HikariConfig config = TestDatabase.config(address, parameters);
    config.setMaximumPoolSize(8);
    config.setConnectionInitSql(sql);
    return new HikariDataSource(config);
  }

  private static void assertRefused(
      DatabaseAddress address, String parameters, String sql, String why) {
    try (HikariDataSource plain = TestDatabase.pool(address)) {
      BatonSchema.apply(plain);
    }
    try (HikariDataSource pool = pool(address, parameters, sql)) {
      assertThatThrownBy(JdbcTaskStore.of(pool)::check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(why);
    }
  }

  private static void works(DatabaseAddress address, String parameters, String sql)
      throws Exception {
    try (HikariDataSource plain = TestDatabase.pool(address);
        HikariDataSource pool = pool(address, parameters, sql)) {
      BatonSchema.apply(plain);
      RoundTrip.through(pool, plain);
    }
  }
}
