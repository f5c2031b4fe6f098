package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.StoreUnusableException;
import dev.baton.testkit.contract.StoreScenario;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaTest {

  @ParameterizedTest
  @EnumSource
  void applyingTwiceIsApplyingOnce(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      BatonSchema.apply(pool);
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_schema")).isEqualTo(1);
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
          .hasMessageContaining("V1__baton.sql from classpath:db/baton/");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOldSchemaIsToldWithWhatToRun(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(pool, "UPDATE baton_schema SET version = 0");
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(StoreUnusableException.class)
          .hasMessageContaining("V1__baton.sql");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewerSchemaIsRefusedAndLeftAlone(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(pool, "UPDATE baton_schema SET version = 99");
      assertThatThrownBy(() -> JdbcTaskStore.of(pool).check())
          .isInstanceOf(StoreUnusableException.class)
          .hasMessageContaining("version 99")
          .hasMessageContaining("newer");
      assertThatThrownBy(() -> BatonSchema.apply(pool)).isInstanceOf(StoreUnusableException.class);
    }
  }
}
