package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.SchemaMigrations;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.tck.contract.StoreScenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaTest {
  /**
   * The migrations as the next version of Baton knows them. Its migration is among this test's
   * resources.
   */
  static final List<String> LATER =
      Stream.concat(SchemaMigrations.FILES.stream(), Stream.of("V2__later.sql")).toList();

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void applyingTwiceIsApplyingOnce(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      BatonSchema.apply(pool);
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_schema"))
          .isEqualTo(BatonSchema.version());
      assertThatCode(() -> JdbcTaskStore.of(pool).check()).doesNotThrowAnyException();
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_task_actions")).isZero();
    }
  }

  /** Uses the statement that docs/operations.md shows. */
  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void aFieldOfATasksDataIsReadInSql(TestDatabase database) throws Exception {
    boolean postgres = database == TestDatabase.POSTGRES;
    String document = Files.readString(Path.of("../..", "docs", "operations.md"));
    String section = document.substring(document.indexOf("## Live tasks in SQL"));
    String statement = section.split("```sql\n")[postgres ? 1 : 2].split("\n```")[0];
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      try (Baton baton = Baton.builder(JdbcStore.of(pool)).client().start()) {
        baton.tasks().add(TaskRequest.of(TaskType.of("PAYOUT")).onHold());
        baton.tasks().add(TaskRequest.of(TaskType.of("OTHER")).onHold());
      }
      String json = "'{\"tracking\":\"X-7\"}'";
      String bytes = postgres ? "convert_to(" + json + ", 'UTF8')" : "CAST(" + json + " AS BINARY)";
      TestDatabase.execute(pool, "UPDATE baton_task SET data = " + bytes);
      TestDatabase.execute(pool, "UPDATE baton_task SET data = NULL WHERE type = 'OTHER'");
      try (Connection connection = pool.getConnection();
          ResultSet rows = connection.createStatement().executeQuery(statement)) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString("tracking")).isEqualTo("X-7");
        assertThat(rows.getString("status")).isEqualTo("BLOCKED");
        assertThat(rows.next()).isFalse();
      }
    }
  }

  /** Logical replication and some clusters refuse updates and deletes without a primary key. */
  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void everyTableHasAPrimaryKey(TestDatabase database) throws Exception {
    String schema =
        switch (database) {
          case POSTGRES -> "current_schema()";
          case MARIADB, MYSQL -> "DATABASE()";
          case H2 -> "SCHEMA()";
        };
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      String tables =
          "SELECT count(*) FROM information_schema.tables t WHERE LOWER(t.table_name) LIKE 'baton%'"
              + " AND t.table_type LIKE 'BASE%' AND t.table_schema = "
              + schema;
      assertThat(TestDatabase.number(pool, tables)).isGreaterThan(20);
      String without =
          " AND NOT EXISTS (SELECT 1 FROM information_schema.table_constraints c"
              + " WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name"
              + " AND c.constraint_type = 'PRIMARY KEY')";
      assertThat(TestDatabase.number(pool, tables + without)).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void missingIndexIsNamedWithItsStatement(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      SchemaMigrations schema = schema(pool, SchemaMigrations.FILES);
      assertThat(schema.missing()).isEmpty();
      TestDatabase.execute(
          pool, "DROP INDEX baton_key_expires_at" + (database.isMySql() ? " ON baton_key" : ""));
      assertThat(schema.missing()).containsOnlyKeys("baton_key_expires_at");
      TestDatabase.execute(pool, schema.missing().get("baton_key_expires_at"));
      assertThat(schema.missing()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void indexOfAnotherKindIsNamedWithItsStatement(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      SchemaMigrations schema = schema(pool, SchemaMigrations.FILES);
      String drop = "DROP INDEX baton_wait_waiter" + (database.isMySql() ? " ON baton_wait" : "");
      List<String> others =
          List.of(
              "INDEX baton_wait_waiter ON baton_wait (on_id)",
              "INDEX baton_wait_waiter ON baton_wait (waiter_id, on_id)",
              "UNIQUE INDEX baton_wait_waiter ON baton_wait (waiter_id)");
      for (String other : others) {
        TestDatabase.execute(pool, drop);
        TestDatabase.execute(pool, "CREATE " + other);
        assertThat(schema.missing()).as(other).containsOnlyKeys("baton_wait_waiter");
      }
      TestDatabase.execute(pool, drop);
      TestDatabase.execute(pool, schema.missing().get("baton_wait_waiter"));
      assertThat(schema.missing()).isEmpty();
    }
  }

  @Test
  void indexOfSomeRowsIsNamed() throws Exception {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(pool, "DROP INDEX baton_wait_waiter");
      TestDatabase.execute(
          pool, "CREATE INDEX baton_wait_waiter ON baton_wait (waiter_id) WHERE ended IS NULL");
      assertThat(schema(pool, SchemaMigrations.FILES).missing())
          .containsOnlyKeys("baton_wait_waiter");
    }
  }

  /** Such an index has the name, but lets rows double. */
  @Test
  void primaryKeyThatIsOnlyAnIndexIsRefused() throws Exception {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(pool, "ALTER TABLE baton_key DROP CONSTRAINT baton_key_pk");
      TestDatabase.execute(pool, "CREATE INDEX baton_key_pk ON baton_key (kind, type, text)");
      assertThatThrownBy(JdbcTaskStore.of(pool)::check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("ADD CONSTRAINT baton_key_pk PRIMARY KEY (kind, type, text)");
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void primaryKeyOfOtherColumnsIsRefused(TestDatabase database) throws Exception {
    boolean postgres = database == TestDatabase.POSTGRES;
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      String drop =
          "ALTER TABLE baton_key DROP " + (postgres ? "CONSTRAINT baton_key_pk" : "PRIMARY KEY");
      String add = "ALTER TABLE baton_key ADD CONSTRAINT baton_key_pk PRIMARY KEY ";
      TestDatabase.execute(pool, drop);
      TestDatabase.execute(pool, add + "(kind, type, text, task_id)");
      assertThatThrownBy(JdbcTaskStore.of(pool)::check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(add + "(kind, type, text)");
      TestDatabase.execute(pool, drop);
      TestDatabase.execute(pool, add + "(kind, type, text)");
      assertThatCode(JdbcTaskStore.of(pool)::check).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void changedColumnsAreNamedWithTheirDefinition(TestDatabase database) throws Exception {
    boolean postgres = database == TestDatabase.POSTGRES;
    List<String> changes =
        postgres
            ? List.of(
                "ALTER COLUMN attempts TYPE bigint",
                "ALTER COLUMN run_at TYPE timestamptz(3)",
                "ALTER COLUMN state DROP NOT NULL",
                "ALTER COLUMN data SET NOT NULL",
                "ALTER COLUMN sub_type TYPE text COLLATE \"default\"",
                "RENAME COLUMN traits TO other")
            : List.of(
                "MODIFY attempts BIGINT NOT NULL",
                "MODIFY run_at DATETIME(3)",
                "MODIFY state VARCHAR(60)",
                "MODIFY data LONGBLOB NOT NULL",
                "MODIFY sub_type VARCHAR(20)",
                "CHANGE traits other MEDIUMTEXT");
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(pool, "DROP VIEW baton_task_actions");
      for (String change : changes) {
        TestDatabase.execute(pool, "ALTER TABLE baton_task " + change);
      }
      assertThat(schema(pool, SchemaMigrations.FILES).missing())
          .containsOnlyKeys(
              "baton_task.attempts",
              "baton_task.run_at",
              "baton_task.state",
              "baton_task.data",
              "baton_task.sub_type",
              "baton_task.traits")
          .containsEntry("baton_task.data", postgres ? "data bytea" : "data LONGBLOB");
    }
  }

  /** Without a primary key, two tasks could have the same unique key. */
  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void missingPrimaryKeyIsRefusedWithItsStatement(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(
          pool,
          "ALTER TABLE baton_key DROP "
              + (database == TestDatabase.POSTGRES ? "CONSTRAINT baton_key_pk" : "PRIMARY KEY"));
      String repair =
          "ALTER TABLE baton_key ADD CONSTRAINT baton_key_pk PRIMARY KEY (kind, type, text)";
      assertThatThrownBy(JdbcTaskStore.of(pool)::check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(repair);
      TestDatabase.execute(pool, repair);
      assertThatCode(JdbcTaskStore.of(pool)::check).doesNotThrowAnyException();
    }
  }

  /** Statements that name an ignored or invisible index in FORCE INDEX fail. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void hiddenIndexIsNamed(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      String change = "ALTER TABLE baton_task ALTER INDEX baton_task_ready ";
      boolean mariaDb = database == TestDatabase.MARIADB;
      TestDatabase.execute(pool, change + (mariaDb ? "IGNORED" : "INVISIBLE"));
      assertThat(schema(pool, SchemaMigrations.FILES).missing())
          .containsOnlyKeys("baton_task_ready");
      TestDatabase.execute(pool, change + (mariaDb ? "NOT IGNORED" : "VISIBLE"));
      assertThat(schema(pool, SchemaMigrations.FILES).missing()).isEmpty();
    }
  }

  @Test
  void invalidIndexIsNamed() throws Exception {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(
          pool,
          "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'baton_task_alarm'::regclass");
      assertThat(schema(pool, SchemaMigrations.FILES).missing())
          .containsOnlyKeys("baton_task_alarm");
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void missingTableIsNamedByTheCallThatNeedsIt(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      JdbcClusterStore store = new JdbcClusterStore(Database.of(pool));
      TestDatabase.execute(pool, "DROP TABLE baton_node");
      assertThat(schema(pool, SchemaMigrations.FILES).missing()).containsKey("baton_node");
      assertThatThrownBy(() -> store.nodes(Duration.ofHours(1)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("The database can be reached, but one of")
          .message()
          .containsIgnoringCase("baton_node");
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void eightNodesMayApplyItAtOnce(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      List<Boolean> applied =
          StoreScenario.race(
              8,
              () -> {
                BatonSchema.apply(pool);
                return true;
              });
      assertThat(applied).hasSize(8);
      JdbcTaskStore.of(pool).check();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void missingSchemaIsReportedWithTheStatementToRun(TestDatabase database) {
    try (HikariDataSource pool = database.newPool()) {
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("missing")
          .hasMessageContaining("BatonSchema.apply(dataSource)")
          .hasMessageContaining("V1__baton.sql")
          .hasMessageContaining("classpath:db/baton/");
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void oldSchemaIsReportedWithTheStatementToRun(TestDatabase database) {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      assertThatThrownBy(() -> schema(pool, LATER).check())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("have version 1")
          .hasMessageContaining("V2__later.sql")
          .hasMessageNotContaining("V1__baton.sql");
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void eightNodesMayMigrateThePreviousVersionAtOnce(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      JdbcLeadership.of(pool).lead("sweep", new UUID(1, 1));
      StoreScenario.race(
          8,
          () -> {
            schema(pool, LATER).migrate();
            return true;
          });
      schema(pool, LATER).check();
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_schema"))
          .isEqualTo(LATER.size());
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_later")).isZero();
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_leader")).isOne();
    }
  }

  /**
   * On databases where each statement commits, a migration may end between any two. The version is
   * written last.
   */
  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void anInterruptedMigrationCanBeRepeated(TestDatabase database) throws Exception {
    assumeTrue(database != TestDatabase.POSTGRES, "PostgreSQL rolls a migration back");
    try (HikariDataSource pool = database.newPool()) {
      schema(pool, LATER).migrate();
      for (int from = LATER.size(); from > 0; from--) {
        TestDatabase.execute(pool, "DELETE FROM baton_schema WHERE version >= " + from);
        schema(pool, LATER).migrate();
        schema(pool, LATER).check();
      }
    }
  }

  /** The later migration adds a table, a column and an index. */
  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void aNodeOfTheVersionBeforeRunsTasksOnTheSchemaThatServesIt(TestDatabase database)
      throws Exception {
    TaskType<String, String> type = TaskType.of("ECHO", String.class, String.class);
    try (HikariDataSource pool = database.newPool()) {
      schema(pool, LATER).migrate();
      BatonSchema.apply(pool);
      try (Baton baton =
          Baton.builder(JdbcStore.of(pool))
              .define(TaskDefinition.of(type).handler((payload, attempt) -> payload))
              .start()) {
        UUID id = baton.tasks().add(type.with("a")).taskId();
        assertThat(baton.tasks().handle(type, id).await(Duration.ofSeconds(30))).isEqualTo("a");
      }
      assertThat(TestDatabase.number(pool, "SELECT max(version) FROM baton_schema"))
          .isEqualTo(LATER.size());
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void missingIndexOfALaterMigrationIsNamedWithItsStatement(TestDatabase database)
      throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      SchemaMigrations schema = schema(pool, LATER);
      schema.migrate();
      assertThat(schema.missing()).isEmpty();
      TestDatabase.execute(
          pool, "DROP INDEX baton_task_later" + (database.isMySql() ? " ON baton_task" : ""));
      assertThat(schema.missing()).containsOnlyKeys("baton_task_later");
      TestDatabase.execute(pool, schema.missing().get("baton_task_later"));
      assertThat(schema.missing()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void aNewerSchemaIsAcceptedWhileItServesThisVersion(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      newer(pool, BatonSchema.version());
      assertThatCode(() -> JdbcTaskStore.of(pool).check()).doesNotThrowAnyException();
      assertThatCode(() -> BatonSchema.apply(pool)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void newerSchemaThatNoLongerServesThisVersionIsRefused(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      newer(pool, BatonSchema.version() + 1);
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("version 99")
          .hasMessageContaining("serve nodes that know version " + (BatonSchema.version() + 1))
          .hasMessageContaining("Use the newer Baton");
      assertThatThrownBy(() -> BatonSchema.apply(pool)).isInstanceOf(ConfigurationException.class);
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void newerSchemaWithoutServedVersionsIsRefused(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      newer(pool, 1);
      TestDatabase.execute(pool, "DELETE FROM baton_schema_serves WHERE version = 99");
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("version 99");
    }
  }

  private static SchemaMigrations schema(DataSource dataSource, List<String> migrations) {
    Database database = Database.of(dataSource);
    return new SchemaMigrations(database, migrations);
  }

  private static void newer(DataSource dataSource, int servesFrom) throws SQLException {
    TestDatabase.execute(
        dataSource,
        "INSERT INTO baton_schema (version, applied_at)"
            + " SELECT 99, applied_at FROM baton_schema WHERE version = 1");
    TestDatabase.execute(
        dataSource, "INSERT INTO baton_schema_serves VALUES (99, " + servesFrom + ")");
  }
}
