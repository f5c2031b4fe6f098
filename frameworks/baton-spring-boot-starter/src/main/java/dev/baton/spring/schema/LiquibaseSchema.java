package dev.baton.spring.schema;

import dev.baton.spring.error.BatonSetupException;
import java.util.Optional;
import javax.sql.DataSource;
import liquibase.exception.LiquibaseException;
import liquibase.integration.spring.SpringLiquibase;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.io.DefaultResourceLoader;

/** Baton's tables by the application's Liquibase: its user, its schema, its change log table. */
final class LiquibaseSchema implements SchemaStep {
  /** Names every migration; an application may include it in a change log of its own. */
  static final String CHANGES = "classpath:db/baton/changelog.xml";

  private final SpringLiquibase application;

  private LiquibaseSchema(SpringLiquibase application) {
    this.application = application;
  }

  /** Empty where the application has no Liquibase for Baton's database. */
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
          "Liquibase couldn't make Baton's tables: " + e.getMessage(),
          "Mend what it says, or let Baton make them: baton.schema=apply");
    }
  }

  @Override
  public String toString() {
    return "Liquibase";
  }
}
