package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.StoreUnusableException;
import dev.baton.testkit.contract.StoreScenario;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class SchemaTest {
  private static final List<String> FIRST = BatonSchema.MIGRATIONS.subList(0, 1);
  private static final List<String> BEFORE =
      BatonSchema.MIGRATIONS.subList(0, BatonSchema.version() - 1);

  @ParameterizedTest
  @EnumSource
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

  @ParameterizedTest
  @EnumSource
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
  @EnumSource
  void aMissingSchemaIsToldWithWhatToRun(TestDatabase database) {
    try (HikariDataSource pool = database.newPool()) {
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(StoreUnusableException.class)
          .hasMessageContaining("missing")
          .hasMessageContaining("BatonSchema.apply(dataSource)")
          .hasMessageContaining("V1__baton.sql, V2__cluster.sql")
          .hasMessageContaining("classpath:db/baton/");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOldSchemaIsToldWithWhatToRun(TestDatabase database) {
    try (HikariDataSource pool = database.newPool()) {
      schema(pool, FIRST).migrate();
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(StoreUnusableException.class)
          .hasMessageContaining("have version 1")
          .hasMessageContaining("V2__cluster.sql")
          .hasMessageNotContaining("V1__baton.sql");
    }
  }

  @ParameterizedTest
  @EnumSource
  void eightNodesMayBringTheFirstVersionForwardAtOnceAndNothingIsLost(TestDatabase database)
      throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      schema(pool, FIRST).migrate();
      JdbcLeadership.of(pool).lead("sweep", new UUID(1, 1));
      StoreScenario.race(
          8,
          () -> {
            BatonSchema.apply(pool);
            return true;
          });
      JdbcTaskStore.of(pool).check();
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_schema"))
          .isEqualTo(BatonSchema.version());
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_leader")).isOne();
    }
  }

  /** Where each statement commits, a run may end between any two; the version is noted last. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "POSTGRES")
  void anInterruptedMigrationCanBeRepeated(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      for (int from = BatonSchema.version(); from > 1; from--) {
        TestDatabase.execute(pool, "DELETE FROM baton_schema WHERE version >= " + from);
        BatonSchema.apply(pool);
        JdbcTaskStore.of(pool).check();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNodeOfTheVersionBeforeAcceptsTheSchemaThatServesIt(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      PreviousVersion.broughtForward(pool);
      assertThatCode(() -> schema(pool, BEFORE).check()).doesNotThrowAnyException();
      assertThatCode(() -> schema(pool, BEFORE).migrate()).doesNotThrowAnyException();
    }
  }

  /** It would take what a claim of many holds for ready, and not see tasks that share a row. */
  @Test
  void newTablesOfPostgresqlServeNoNodeThatDoesNotKnowRowsForManyTasks() {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      BatonSchema.apply(pool);
      assertThatThrownBy(() -> schema(pool, BatonSchema.MIGRATIONS.subList(0, 13)).check())
          .isInstanceOf(StoreUnusableException.class)
          .hasMessageContaining("serve nodes that know version 14");
    }
  }

  @Test
  void tablesOfPostgresqlThatAreBroughtForwardServeWhomTheyServed() throws Exception {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      schema(pool, BatonSchema.MIGRATIONS.subList(0, 13)).migrate();
      TestDatabase.execute(pool, "UPDATE baton_schema SET applied_at = now() - interval '1 day'");
      BatonSchema.apply(pool);
      List<String> thirteen = BatonSchema.MIGRATIONS.subList(0, 13);
      assertThatCode(() -> schema(pool, thirteen).check()).doesNotThrowAnyException();
      assertThat(schema(pool, thirteen).oldestServed()).isEqualTo(13);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewerSchemaIsAcceptedWhileItServesThisVersion(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      newer(pool, BatonSchema.version());
      assertThatCode(() -> JdbcTaskStore.of(pool).check()).doesNotThrowAnyException();
      assertThatCode(() -> BatonSchema.apply(pool)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewerSchemaThatServesThisVersionNoMoreIsRefusedAndLeftAlone(TestDatabase database)
      throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      newer(pool, BatonSchema.version() + 1);
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(StoreUnusableException.class)
          .hasMessageContaining("version 99")
          .hasMessageContaining("serve nodes that know version " + (BatonSchema.version() + 1))
          .hasMessageContaining("Use the newer Baton");
      assertThatThrownBy(() -> BatonSchema.apply(pool)).isInstanceOf(StoreUnusableException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewerSchemaThatDoesNotSayWhomItServesIsRefused(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      newer(pool, 1);
      TestDatabase.execute(pool, "DELETE FROM baton_schema_serves WHERE version = 99");
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(StoreUnusableException.class)
          .hasMessageContaining("version 99");
    }
  }

  private static BatonSchema schema(DataSource dataSource, List<String> migrations) {
    Database database = Database.of(dataSource);
    return new BatonSchema(database, Statements.of(database.dialect()), migrations);
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
