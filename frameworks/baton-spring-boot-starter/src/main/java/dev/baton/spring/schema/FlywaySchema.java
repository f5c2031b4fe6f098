package dev.baton.spring.schema;

import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.sql.SchemaMigrations;
import dev.baton.spring.error.BatonSetupException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.migration.JavaMigration;
import org.flywaydb.core.api.resolver.MigrationResolver;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Creates Baton's tables with the application's Flyway: with its user and its schema, but in a
 * separate history table, so that version numbers never conflict.
 */
final class FlywaySchema implements SchemaStep {
  static final String HISTORY = "baton_flyway_history";

  private final Flyway application;
  private final String folder;

  private FlywaySchema(Flyway application, String folder) {
    this.application = application;
    this.folder = folder;
  }

  /** Returns empty if the application has no Flyway for Baton's database. */
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
            .resourceProvider(new Migrations(folder))
            .table(HISTORY)
            .baselineOnMigrate(true)
            .baselineVersion(String.valueOf(versionFound(dataSource)))
            .placeholderReplacement(false)
            .sqlMigrationPrefix("V")
            .sqlMigrationSeparator("__")
            .sqlMigrationSuffixes(".sql")
            .target("latest")
            .resolvers(new MigrationResolver[0])
            .skipDefaultResolvers(false)
            .javaMigrations(new JavaMigration[0])
            .javaMigrationClassProvider(List::of)
            .callbacks(new Callback[0]);
    configuration.load().migrate();
  }

  /**
   * Returns the version of existing tables that Flyway doesn't know, because Baton created them
   * itself before.
   */
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

  /**
   * Provides exactly Baton's migrations, and no files of the application's own Flyway. This
   * provider takes precedence over locations, also over the provider that ahead-of-time processing
   * sets.
   */
  private record Migrations(String folder) implements ResourceProvider {
    @Override
    public @Nullable LoadableResource getResource(String name) {
      return null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
      return SchemaMigrations.FILES.stream()
          .filter(file -> file.startsWith(prefix) && Stream.of(suffixes).anyMatch(file::endsWith))
          .map(file -> (LoadableResource) new Migration("db/baton/" + folder + "/", file))
          .toList();
    }
  }

  private static final class Migration extends LoadableResource {
    private final String folder;
    private final String file;

    Migration(String folder, String file) {
      this.folder = folder;
      this.file = file;
    }

    @Override
    public Reader read() {
      InputStream in = BatonSchema.class.getClassLoader().getResourceAsStream(folder + file);
      if (in == null) {
        throw new IllegalStateException("The file " + folder + file + " isn't on the class path");
      }
      return new InputStreamReader(in, StandardCharsets.UTF_8);
    }

    @Override
    public String getAbsolutePath() {
      return folder + file;
    }

    @Override
    public String getAbsolutePathOnDisk() {
      return folder + file;
    }

    @Override
    public String getFilename() {
      return file;
    }

    @Override
    public String getRelativePath() {
      return file;
    }
  }
}
