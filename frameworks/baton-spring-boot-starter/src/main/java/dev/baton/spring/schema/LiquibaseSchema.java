package dev.baton.spring.schema;

import dev.baton.spring.error.BatonSetupException;
import java.util.Optional;
import javax.sql.DataSource;
import liquibase.exception.LiquibaseException;
import liquibase.integration.spring.SpringLiquibase;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.io.DefaultResourceLoader;

/**
 * Creates Baton's tables with the application's Liquibase: with its user, its schema and its change
 * log table.
 */
final class LiquibaseSchema implements SchemaStep {
  /** Lists every migration; an application can include it in its own change log. */
  static final String CHANGES = "classpath:db/baton/changelog.xml";

  private final SpringLiquibase application;

  private LiquibaseSchema(SpringLiquibase application) {
    this.application = application;
  }

  /** Returns empty if the application has no Liquibase for Baton's database. */
  static Optional<SchemaStep> of(ConfigurableListableBeanFactory beans, DataSource dataSource) {
    return beans
        .getBeanProvider(SpringLiquibase.class)
        .orderedStream()
        .filter(one -> SchemaByTool.isSame(one.getDataSource(), dataSource))
        .findFirst()
        .map(LiquibaseSchema::new);
  }

  @Override
  public void prepare(DataSource dataSource) {
    SpringLiquibase changes = new SpringLiquibase();
    changes.setDataSource(application.getDataSource());
    changes.setChangeLog(CHANGES);
    changes.setResourceLoader(new DefaultResourceLoader(getClass().getClassLoader()));
    changes.setDefaultSchema(application.getDefaultSchema());
    changes.setLiquibaseSchema(application.getLiquibaseSchema());
    changes.setDatabaseChangeLogTable(application.getDatabaseChangeLogTable());
    changes.setDatabaseChangeLogLockTable(application.getDatabaseChangeLogLockTable());
    changes.setAnalyticsEnabled(application.getAnalyticsEnabled());
    try {
      changes.afterPropertiesSet();
    } catch (LiquibaseException e) {
      throw new BatonSetupException(
          "Liquibase couldn't create Baton's tables: " + e.getMessage(),
          "Correct the problem, or let Baton create the tables: baton.schema=apply");
    }
  }

  @Override
  public String toString() {
    return "Liquibase";
  }
}
