package dev.baton.spring;

import dev.baton.jdbc.BatonSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Makes the tables by what the application uses for its own: Flyway, Liquibase, or neither. */
final class SchemaByTool implements SchemaStep {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaByTool.class);

  private final ConfigurableListableBeanFactory beans;
  private final BatonDatabase database;

  SchemaByTool(ConfigurableListableBeanFactory beans, BatonDatabase database) {
    this.beans = beans;
    this.database = database;
  }

  @Override
  public void prepare(DataSource dataSource) {
    Optional<SchemaStep> tool = flyway();
    if (tool.isEmpty()) {
      tool = liquibase();
    }
    SchemaStep step = tool.orElse(BatonSchema::apply);
    LOG.debug("Baton's tables are made by {}", step);
    step.prepare(dataSource);
  }

  private Optional<SchemaStep> flyway() {
    return isThere("org.flywaydb.core.Flyway")
        ? FlywaySchema.of(beans, database)
        : Optional.empty();
  }

  private Optional<SchemaStep> liquibase() {
    return isThere("liquibase.integration.spring.SpringLiquibase")
        ? LiquibaseSchema.of(beans, database)
        : Optional.empty();
  }

  private boolean isThere(String className) {
    return ClassUtils.isPresent(className, beans.getBeanClassLoader());
  }

  /** Whether a tool's data source, which may have a user of its own, leads to Baton's database. */
  static boolean isSame(@Nullable DataSource tool, DataSource ours) {
    if (tool == null || tool.equals(ours)) {
      return tool != null;
    }
    try (Connection one = tool.getConnection();
        Connection other = ours.getConnection()) {
      return one.getMetaData().getURL().equals(other.getMetaData().getURL());
    } catch (SQLException e) {
      LOG.warn(
          "Baton can't tell whether a migration tool works on its database: {}", e.getMessage());
      return false;
    }
  }
}
