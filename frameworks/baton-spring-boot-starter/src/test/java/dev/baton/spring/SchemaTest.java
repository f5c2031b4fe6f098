package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.BatonSchema;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.local.LocalPostgres;
import dev.baton.spring.schema.SchemaStep;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests what creates Baton's tables: Baton, Flyway, Liquibase, or an earlier step. */
@Tag("boot3")
class SchemaTest {
  private static final String MIGRATED = "\"baton_flyway_history\" WHERE \"type\" = 'SQL'";

  private final DatabaseAddress h2 = LocalH2.newDatabase();

  @Test
  void batonCreatesTablesByDefault() {
    TestContexts.on(h2).run(context -> works(context.getBean(Tasks.class)));
  }

  @Test
  void flywayCreatesTablesWithTheirOwnHistory() {
    for (DatabaseAddress address : List.of(h2, LocalPostgres.temporary().newDatabase())) {
      ApplicationContextRunner runner = TestContexts.withFlyway(TestContexts.on(address));
      runner.run(
          context -> {
            works(context.getBean(Tasks.class));
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            assertThat(rows(jdbc, MIGRATED)).isEqualTo(BatonSchema.version());
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM own", Long.class)).isZero();
          });
      runner.run(context -> works(context.getBean(Tasks.class)));
    }
  }

  @Test
  void flywayTakesOverTablesThatBatonCreated() {
    TestContexts.on(h2).run(context -> assertThat(context).hasNotFailed());
    TestContexts.withFlyway(TestContexts.on(h2))
        .withPropertyValues("spring.flyway.baseline-on-migrate=true")
        .run(
            context -> {
              works(context.getBean(Tasks.class));
              assertThat(rows(context.getBean(JdbcTemplate.class), MIGRATED)).isZero();
            });
  }

  @Test
  void liquibaseCreatesTablesWithItsChangeLog() {
    for (DatabaseAddress address : List.of(h2, LocalPostgres.temporary().newDatabase())) {
      ApplicationContextRunner runner =
          TestContexts.withLiquibase(TestContexts.on(address))
              .withPropertyValues("spring.liquibase.change-log=classpath:db/own.sql");
      runner.run(
          context -> {
            works(context.getBean(Tasks.class));
            assertThat(
                    rows(
                        context.getBean(JdbcTemplate.class),
                        "DATABASECHANGELOG WHERE AUTHOR = 'baton' AND EXECTYPE = 'EXECUTED'"))
                .isEqualTo(BatonSchema.version());
          });
      runner.run(context -> works(context.getBean(Tasks.class)));
    }
  }

  @Test
  void liquibaseTakesOverTablesThatBatonCreated() {
    TestContexts.on(h2).run(context -> assertThat(context).hasNotFailed());
    TestContexts.withLiquibase(TestContexts.on(h2))
        .withPropertyValues("spring.liquibase.change-log=classpath:db/own.sql")
        .run(
            context -> {
              works(context.getBean(Tasks.class));
              assertThat(
                      rows(
                          context.getBean(JdbcTemplate.class),
                          "DATABASECHANGELOG WHERE EXECTYPE = 'MARK_RAN'"))
                  .isEqualTo(BatonSchema.version());
            });
  }

  @Test
  void changeLogNamesEveryMigration() throws Exception {
    String changes =
        new ClassPathResource("db/baton/changelog.xml").getContentAsString(StandardCharsets.UTF_8);
    for (int version = 1; version <= BatonSchema.version(); version++) {
      for (String database : List.of("postgresql", "mysql", "h2")) {
        assertThat(changes).contains("db/baton/" + database + "/V" + version + "__");
      }
    }
    assertThat(changes).doesNotContain("/V" + (BatonSchema.version() + 1) + "__");
  }

  @Test
  void validateRefusesMissingTables() {
    ApplicationContextRunner runner =
        TestContexts.on(h2).withPropertyValues("baton.schema=validate");
    runner.run(
        context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Baton's tables are missing"));
    TestContexts.on(h2).run(context -> assertThat(context).hasNotFailed());
    runner.run(context -> works(context.getBean(Tasks.class)));
  }

  @Test
  void customSchemaStepIsUsed() {
    TestContexts.on(h2)
        .withBean(SchemaStep.class, () -> BatonSchema::apply)
        .run(context -> works(context.getBean(Tasks.class)));
  }

  private static void works(Tasks tasks) {
    assertThat(tasks.add(TaskRequest.of(TaskType.of("X"))).wasAdded()).isTrue();
  }

  private static long rows(JdbcTemplate jdbc, String from) {
    return jdbc.queryForObject("SELECT COUNT(*) FROM " + from, Long.class);
  }
}
