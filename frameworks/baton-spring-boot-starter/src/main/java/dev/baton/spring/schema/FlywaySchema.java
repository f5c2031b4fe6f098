package dev.baton.spring.schema;

import dev.baton.spring.error.BatonSetupException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.migration.JavaMigration;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Baton's tables by the application's Flyway: its user, its schema, but a history of their own, so
 * that version numbers never meet.
 */
final class FlywaySchema implements SchemaStep {
  static final String HISTORY = "baton_flyway_history";

  private final Flyway application;
  private final String folder;

  private FlywaySchema(Flyway application, String folder) {
    this.application = application;
    this.folder = folder;
  }

  /** Empty where the application has no Flyway for Baton's database. */
  static Optional<SchemaStep> of(
      ConfigurableListableBeanFactory beans, DataSource dataSource, String folder) {
    return beans
        .getBeanProvider(Flyway.class)
        .orderedStream()
        .filter(
            flyway -> SchemaByTool.isSame(flyway.getConfiguration().getDataSource(), dataSource))
        .findFirst()
        .map(flyway -> new FlywaySchema(flyway, folder));
  }

  @Override
  public void prepare(DataSource dataSource) {
    FluentConfiguration configuration =
        Flyway.configure(application.getConfiguration().getClassLoader())
            .configuration(application.getConfiguration())
            .locations("classpath:db/baton/" + folder)
            .table(HISTORY)
            .baselineOnMigrate(true)
            .baselineVersion(String.valueOf(versionFound(dataSource)))
            .placeholderReplacement(false)
            .sqlMigrationPrefix("V")
            .sqlMigrationSeparator("__")
            .sqlMigrationSuffixes(".sql")
            .target("latest")
            .javaMigrations(new JavaMigration[0])
            .callbacks(new Callback[0]);
    configuration.load().migrate();
  }

  /** What is there although Flyway doesn't know it: where Baton made its tables itself before. */
  private static int versionFound(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      if (!hasTables(connection)) {
        return 0;
      }
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT MAX(version) FROM baton_schema")) {
        return rows.next() ? rows.getInt(1) : 0;
      }
    } catch (SQLException e) {
      throw new BatonSetupException(
          "The version of Baton's tables can't be read: " + e.getMessage(),
          "Check that the application's user may read baton_schema");
    }
  }

  private static boolean hasTables(Connection connection) throws SQLException {
    String name =
        connection.getMetaData().storesUpperCaseIdentifiers() ? "BATON_SCHEMA" : "baton_schema";
    ResultSet tables =
        connection
            .getMetaData()
            .getTables(connection.getCatalog(), connection.getSchema(), name, null);
    try {
      return tables.next();
    } finally {
      JdbcUtils.closeResultSet(tables);
    }
  }

  @Override
  public String toString() {
    return "Flyway";
  }
}
