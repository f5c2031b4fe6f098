package dev.baton.spring.schema;

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

/** Creates the tables with the application's own tool: Flyway, Liquibase, or neither. */
public final class SchemaByTool implements SchemaStep {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaByTool.class);

  private final ConfigurableListableBeanFactory beans;
  private final String folder;

  /**
   * @param folder of this database's migrations, such as postgresql
   */
  public SchemaByTool(ConfigurableListableBeanFactory beans, String folder) {
    this.beans = beans;
    this.folder = folder;
  }

  @Override
  public void prepare(DataSource dataSource) {
    Optional<SchemaStep> tool = flyway(dataSource);
    if (tool.isEmpty()) {
      tool = liquibase(dataSource);
    }
    SchemaStep step = tool.orElse(BatonSchema::apply);
    LOG.debug("Baton's tables are created by {}", step);
    step.prepare(dataSource);
  }

  private Optional<SchemaStep> flyway(DataSource dataSource) {
    return isThere("org.flywaydb.core.Flyway")
        ? FlywaySchema.of(beans, dataSource, folder)
        : Optional.empty();
  }

  private Optional<SchemaStep> liquibase(DataSource dataSource) {
    return isThere("liquibase.integration.spring.SpringLiquibase")
        ? LiquibaseSchema.of(beans, dataSource)
        : Optional.empty();
  }

  private boolean isThere(String className) {
    return ClassUtils.isPresent(className, beans.getBeanClassLoader());
  }

  /**
   * Returns whether the tool's data source, which may have another user, belongs to Baton's
   * database.
   */
  static boolean isSame(@Nullable DataSource tool, DataSource ours) {
    if (tool == null || tool.equals(ours)) {
      return tool != null;
    }
    try (Connection one = tool.getConnection();
        Connection other = ours.getConnection()) {
      return one.getMetaData().getURL().equals(other.getMetaData().getURL());
    } catch (SQLException e) {
      LOG.warn(
          "Could not determine whether a migration tool uses Baton's database: {}", e.getMessage());
      return false;
    }
  }
}
