package dev.baton.spring;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.spring.boot.BatonAutoConfiguration;
import dev.baton.spring.boot.MissingNodeAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** Creates applications, each on a new database. */
public final class TestContexts {
  private TestContexts() {}

  /** Returns an application with a pool, JDBC, transactions and Baton. */
  public static ApplicationContextRunner onH2() {
    return on(LocalH2.newDatabase());
  }

  public static ApplicationContextRunner on(DatabaseAddress address) {
    return new ApplicationContextRunner()
        .withPropertyValues(
            "spring.datasource.url=" + address.url(),
            "spring.datasource.username=" + address.user(),
            "spring.datasource.password=" + address.password(),
            "spring.datasource.hikari.maximum-pool-size=24",
            "spring.datasource.hikari.minimum-idle=0")
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                TransactionAutoConfiguration.class,
                JdbcTemplateAutoConfiguration.class,
                BatonAutoConfiguration.class,
                MissingNodeAutoConfiguration.class));
  }

  /** Returns an application that also uses Flyway for its own tables. */
  public static ApplicationContextRunner withFlyway(ApplicationContextRunner runner) {
    return runner.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class));
  }

  /** Returns an application that also uses Liquibase for its own tables. */
  public static ApplicationContextRunner withLiquibase(ApplicationContextRunner runner) {
    return runner.withConfiguration(AutoConfigurations.of(LiquibaseAutoConfiguration.class));
  }
}
