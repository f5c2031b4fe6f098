package dev.baton.jdbc.sql;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings Baton's tables to the version that this Baton needs, and checks that they have it.
 *
 * <p>Migrations only add, so that nodes of the version before go on working while a cluster is
 * brought to the next one: each says in {@code baton_schema_serves} from which version on a node
 * may work on it, and a node works on every newer schema that serves its own version.
 */
public final class SchemaMigrations {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaMigrations.class);

  /**
   * The migrations, oldest first; the place in the list plus one is the version. Each ends by
   * noting whom it serves and its version; see CONTRIBUTING.md.
   */
  public static final List<String> FILES = List.of("V1__baton.sql");

  private static final Pattern CREATE =
      Pattern.compile("\\s*CREATE (TABLE|INDEX) (?:IF NOT EXISTS )?(\\w+)");

  /** An index among the columns of a table, as MySQL has them. */
  private static final Pattern INDEX =
      Pattern.compile("^\\s*(?:INDEX|KEY) (\\w+) (\\([^)]*\\))", Pattern.MULTILINE);

  private final Database database;
  private final Statements statements;
  private final List<String> migrations;

  public SchemaMigrations(Database database) {
    this(database, FILES);
  }

  /** The schema as a Baton with these migrations sees it. */
  public SchemaMigrations(Database database, List<String> migrations) {
    this.database = database;
    this.statements = database.statements();
    this.migrations = migrations;
  }

  public void check() {
    int found = foundNow();
    if (found >= needed()) {
      requireServed(found);
      return;
    }
    String folder = "db/baton/" + database.dialect().name();
    throw new ConfigurationException(
        (found == 0
                ? "Baton's tables are missing from this database (or from the schema this user"
                    + " looks in)."
                : "Baton's tables have version "
                    + found
                    + " and this Baton needs "
                    + needed()
                    + ".")
            + " Call BatonSchema.apply(dataSource), or run "
            + String.join(", ", migrations.subList(found, needed()))
            + " from classpath:"
            + folder
            + " with Flyway, Liquibase or by hand");
  }

  /**
   * What these migrations make that is missing now, or is an invalid index: by its name the
   * statement that makes it again.
   */
  public Map<String, String> missing() {
    Set<String> found =
        database.statement("Reading the names of tables", database.dialect()::schemaNames);
    Map<String, String> missing = new TreeMap<>(made());
    missing.keySet().removeAll(found);
    return missing;
  }

  /** The tables and indexes that the migrations make, each with its statement. */
  private Map<String, String> made() {
    Map<String, String> made = new TreeMap<>();
    for (String migration : migrations) {
      for (String statement : statementsOf(migration)) {
        Matcher create = CREATE.matcher(statement);
        if (create.lookingAt()) {
          String name = create.group(2);
          boolean isTable = create.group(1).equals("TABLE");
          made.put(name, isTable ? "see " + migration : statement.strip());
          for (Matcher index = INDEX.matcher(statement); isTable && index.find(); ) {
            made.put(
                index.group(1),
                "ALTER TABLE " + name + " ADD INDEX " + index.group(1) + " " + index.group(2));
          }
        }
      }
    }
    return made;
  }

  private int needed() {
    return migrations.size();
  }

  private int foundNow() {
    return database.statement("Reading the schema's version", this::found);
  }

  /** Refuses a schema so much newer that a node of this version could harm it, or itself. */
  private void requireServed(int found) {
    if (found == needed()) {
      return;
    }
    int from = database.statement("Reading whom the schema serves", c -> servesFrom(c, found));
    if (from > needed()) {
      throw new ConfigurationException(
          "Baton's tables have version "
              + found
              + ", made by a newer Baton; they serve nodes that know version "
              + from
              + " or later, and this one knows versions up to "
              + needed()
              + ". Use the newer Baton here too");
    }
    LOG.info(
        "Baton's tables have version {}, newer than this node's {}: the node can use them",
        found,
        needed());
  }

  /** The oldest version that works on the one found; itself where it doesn't say. */
  private int servesFrom(Connection connection, int found) throws SQLException {
    List<Integer> served =
        statements.query(
            connection, "schema-serves-from", b -> b.small(found), rows -> rows.getInt(1));
    return served.isEmpty() ? found : served.get(0);
  }

  /**
   * From nothing or from any older version. Does nothing where the tables are there already, or
   * newer and still serving this Baton; safe when several nodes do it at once.
   */
  public void migrate() {
    // H2 locks the nodes of one process only: one of another may be faster, and this one fails at
    // what is there already; its work is as good. Each version can be lost to it once.
    int mostTries = needed() + 3;
    for (int attempt = 1; ; attempt++) {
      int found = foundNow();
      if (found >= needed()) {
        requireServed(found);
        return;
      }
      try {
        tell(makeTables());
      } catch (StoreException e) {
        if (attempt == mostTries) {
          throw e;
        }
      }
    }
  }

  private int makeTables() {
    String doing = "Making Baton's tables";
    return database.dialect().commitsEachMigration()
        ? database.statement(doing, this::migrate)
        : database.transaction(doing, this::migrate);
  }

  /** Makes baton_add, or replaces it. */
  public void makeBatonAdd() {
    String folder = database.dialect().name();
    if (folder.equals("h2")) {
      throw new ConfigurationException(
          "H2 has no baton_add: there are a function for PostgreSQL and a procedure for MariaDB and"
              + " MySQL. Add tasks by Tasks.add or over REST");
    }
    String routine = text("/db/baton/routines/" + folder + ".sql");
    database.transaction("Making baton_add", connection -> batonAdd(connection, routine));
  }

  private boolean batonAdd(Connection connection, String routine) throws SQLException {
    database.dialect().lockSchema(connection);
    try (Statement run = connection.createStatement()) {
      run.setEscapeProcessing(false);
      if (database.dialect().name().equals("mysql")) {
        run.execute("DROP PROCEDURE IF EXISTS baton_add");
      }
      run.execute(routine);
      return true;
    } finally {
      database.dialect().unlockSchema(connection);
    }
  }

  /** Once, by the node that did it. */
  private void tell(int from) {
    if (from == 0) {
      LOG.info("Created Baton's tables, version {}", needed());
    } else if (from < needed()) {
      LOG.info("Upgraded Baton's tables from version {} to version {}", from, needed());
    }
  }

  /** The version that was there before. */
  private int migrate(Connection connection) throws SQLException {
    database.dialect().lockSchema(connection);
    try {
      int found = found(connection);
      for (int next = found + 1; next <= needed(); next++) {
        for (String statement : statementsOf(migrations.get(next - 1))) {
          try (Statement run = connection.createStatement()) {
            run.execute(statement);
          }
        }
      }
      return found;
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
    String plain =
        text("/db/baton/" + database.dialect().name() + "/" + migration)
            .lines()
            .filter(line -> !line.stripLeading().startsWith("--"))
            .collect(Collectors.joining("\n"));
    List<String> found = new ArrayList<>();
    for (String statement : plain.split(";\\s*(\n|$)")) {
      if (!statement.isBlank()) {
        found.add(statement);
      }
    }
    return found;
  }

  private static String text(String file) {
    try (InputStream in = SchemaMigrations.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("The file " + file + " isn't on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
