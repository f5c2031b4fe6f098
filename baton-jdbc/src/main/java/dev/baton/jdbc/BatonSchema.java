package dev.baton.jdbc;

import dev.baton.api.StoreUnavailableException;
import dev.baton.api.StoreUnusableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Baton's tables. They are plain SQL files under {@code db/baton/<database>/} for Flyway or
 * Liquibase; {@link #apply} does the same without either.
 */
public final class BatonSchema {
  private static final Logger LOG = LoggerFactory.getLogger(BatonSchema.class);

  /** The migrations; the place in the list plus one is the version. */
  private static final List<String> MIGRATIONS = List.of("V1__baton.sql");

  private final Database database;
  private final Statements statements;

  BatonSchema(Database database, Statements statements) {
    this.database = database;
    this.statements = statements;
  }

  /**
   * Brings the tables to the version this Baton needs. Does nothing when they are there; safe when
   * several nodes do it at once.
   *
   * @throws StoreUnusableException when they belong to a newer Baton
   */
  public static void apply(DataSource dataSource) {
    Database database = Database.of(dataSource);
    Dialect dialect = database.dialect();
    new BatonSchema(
            database, new Statements(dialect, new SqlFiles(dialect.name(), dialect.words())))
        .migrate();
  }

  /** The version this Baton needs. */
  public static int version() {
    return MIGRATIONS.size();
  }

  void check() {
    int found = database.statement("Reading the schema's version", this::found);
    if (found == version()) {
      return;
    }
    if (found > version()) {
      throw newer(found);
    }
    String folder = "db/baton/" + database.dialect().name();
    throw new StoreUnusableException(
        (found == 0
                ? "Baton's tables are missing from this database (or from the schema this user"
                    + " looks in)."
                : "Baton's tables have version "
                    + found
                    + " and this Baton needs "
                    + version()
                    + ".")
            + " Call BatonSchema.apply(dataSource), or run "
            + String.join(", ", MIGRATIONS.subList(found, version()))
            + " from classpath:"
            + folder
            + " with Flyway, Liquibase or by hand");
  }

  private static StoreUnusableException newer(int found) {
    return new StoreUnusableException(
        "Baton's tables have version "
            + found
            + ", made by a newer Baton; this one knows versions up to "
            + version()
            + ". Use the newer Baton here too");
  }

  private void migrate() {
    if (database.statement("Reading the schema's version", this::found) == version()) {
      return;
    }
    try {
      database.transaction("Making Baton's tables", this::migrate);
    } catch (StoreUnavailableException e) {
      // Where DDL commits by itself, another node may have been faster; its work is as good.
      if (database.statement("Reading the schema's version", this::found) != version()) {
        throw e;
      }
    }
  }

  private Boolean migrate(Connection connection) throws SQLException {
    database.dialect().lockSchema(connection);
    try {
      int found = found(connection);
      if (found > version()) {
        throw newer(found);
      }
      for (int next = found + 1; next <= version(); next++) {
        for (String statement : statementsOf(MIGRATIONS.get(next - 1))) {
          try (Statement run = connection.createStatement()) {
            run.execute(statement);
          }
        }
        LOG.info("Baton's tables now have version {}", next);
      }
      return true;
    } finally {
      database.dialect().unlockSchema(connection);
    }
  }

  /** The version found; 0 when there is none. */
  private int found(Connection connection) throws SQLException {
    if (!exists(connection)) {
      return 0;
    }
    return statements.query(connection, "schema-version", b -> {}, rows -> rows.getInt(1)).get(0);
  }

  /** Asks the catalogue: on PostgreSQL a failed query would spoil the transaction. */
  private boolean exists(Connection connection) throws SQLException {
    return database.dialect().hasTable(connection, "baton_schema");
  }

  private List<String> statementsOf(String migration) {
    String file = "/db/baton/" + database.dialect().name() + "/" + migration;
    try (InputStream in = BatonSchema.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("The migration " + file + " isn't on the class path");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String plain =
          text.lines()
              .filter(line -> !line.stripLeading().startsWith("--"))
              .collect(Collectors.joining("\n"));
      List<String> found = new ArrayList<>();
      for (String statement : plain.split(";\\s*(\n|$)")) {
        if (!statement.isBlank()) {
          found.add(statement);
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a query for one row finds it. */
  static boolean finds(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }
}
