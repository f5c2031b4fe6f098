package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests tables in unusual places, and pools with few connections. */
@Tag("deep")
class OddPlacesTest {
  @Test
  void onlyTablesOfTheConnectionsSchemaAreUsed() throws Exception {
    DatabaseAddress address = TestDatabase.POSTGRES.newAddress();
    try (HikariDataSource owner = TestDatabase.pool(address)) {
      TestDatabase.execute(owner, "CREATE SCHEMA payouts");
      TestDatabase.execute(owner, "CREATE SCHEMA \"Odd Schema\"");
      BatonSchema.apply(owner);
      TestDatabase.execute(owner, "ALTER TABLE baton_task RENAME COLUMN flow_key TO another");
      for (String schema : new String[] {"payouts", "Odd%20Schema"}) {
        try (HikariDataSource pool = pool(address, "?currentSchema=" + quoted(schema), 8)) {
          BatonSchema.apply(pool);
          RoundTrip.through(pool, pool);
        }
      }
      assertThat(TestDatabase.number(owner, "SELECT count(*) FROM public.baton_kept")).isZero();
    }
  }

  private static String quoted(String schema) {
    return schema.contains("%") ? "%22" + schema + "%22" : schema;
  }

  @ParameterizedTest
  @ValueSource(strings = {"latin1_swedish_ci", "utf8mb3_bin", "ucs2_general_ci", "binary"})
  void databasesOfAnotherCharacterSetDoNoHarm(String collation) throws Exception {
    DatabaseAddress address = LocalMariaDb.temporary().newDatabase(collation);
    try (HikariDataSource pool = pool(address, "", 8)) {
      BatonSchema.apply(pool);
      RoundTrip.through(pool, pool);
    }
  }

  @Test
  void aServerThatKnowsTablesInLowerCaseOnlyDoesNoHarm() throws Exception {
    LocalMariaDb server =
        LocalMariaDb.anotherTemporary(
            "--lower-case-table-names=1",
            "--character-set-server=latin1",
            "--skip-name-resolve",
            "--default-time-zone=+13:00",
            "--explicit-defaults-for-timestamp=OFF",
            "--transaction-isolation=SERIALIZABLE");
    try (HikariDataSource pool = pool(server.newDatabase("latin1_german2_ci"), "", 8)) {
      BatonSchema.apply(pool);
      RoundTrip.through(pool, pool);
    } finally {
      server.stop();
    }
  }

  @ParameterizedTest
  @CsvSource({"POSTGRES, 1", "POSTGRES, 2", "MARIADB, 1", "MARIADB, 2", "H2, 1", "H2, 2"})
  void fewConnectionsAreSlowAndNoMore(TestDatabase database, int connections) throws Exception {
    DatabaseAddress address = database.newAddress();
    try (HikariDataSource plain = TestDatabase.pool(address);
        HikariDataSource pool = pool(address, "", connections)) {
      BatonSchema.apply(plain);
      RoundTrip.through(pool, plain);
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void connectionsThatDoNotCommitByThemselvesDoNoHarm(TestDatabase database) throws Exception {
    DatabaseAddress address = database.newAddress();
    HikariConfig config = config(address, "", 8);
    config.setAutoCommit(false);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    try (HikariDataSource plain = TestDatabase.pool(address);
        HikariDataSource pool = new HikariDataSource(config)) {
      BatonSchema.apply(pool);
      RoundTrip.through(pool, plain);
    }
  }

  private static HikariDataSource pool(DatabaseAddress address, String parameters, int size) {
    return new HikariDataSource(config(address, parameters, size));
  }

  private static HikariConfig config(DatabaseAddress address, String parameters, int size) {
    HikariConfig config = TestDatabase.config(address, parameters);
    config.setMaximumPoolSize(size);
    return config;
  }
}
