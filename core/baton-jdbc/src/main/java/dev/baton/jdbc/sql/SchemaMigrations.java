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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Upgrades Baton's tables to the version that this Baton needs, and checks their version.
 *
 * <p>Migrations only add tables, columns or indexes, so nodes of the previous version continue to
 * work during an upgrade. Each migration records in {@code baton_schema_serves} the oldest version
 * of a node that may use it. A node can work on a newer schema if its own version isn't older than
 * that.
 */
public final class SchemaMigrations {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaMigrations.class);

  /**
   * The migrations, oldest first. The version of a migration is its index in the list plus one.
   * Each migration ends with a statement that records its version and the versions that may use it;
   * see docs/maintaining.md.
   */
  public static final List<String> FILES = List.of("V1__baton.sql");

  private static final String READING = "Reading the schema's version";
  private static final String VERSIONS = "baton_schema";
  private static final String CREATE_INDEX = "CREATE INDEX ";
  private static final String UNLESS_IT_EXISTS = "IF NOT EXISTS ";

  /** Words after the type of a column that the check of the schema leaves out. */
  private static final Set<String> AFTER_TYPE = Set.of("default", "generated", "auto_increment");

  private static final String PRIMARY_KEY = "PRIMARY KEY (";
  private static final String PRIMARY_KEY_SUFFIX = "_pk";

  private final Database database;
  private final Statements statements;
  private final List<String> migrations;

  public SchemaMigrations(Database database) {
    this(database, FILES);
  }

  /** Uses the migrations of another Baton version. */
  public SchemaMigrations(Database database, List<String> migrations) {
    this.database = database;
    this.statements = database.statements();
    this.migrations = migrations;
  }

  /**
   * Checks the version of the tables.
   *
   * @return what {@link #missing} returns
   * @throws ConfigurationException if this Baton can't use the tables
   */
  public Map<String, String> check() {
    Map<String, List<String>> schema = schema();
    int found =
        schema.containsKey(VERSIONS) ? database.statement(READING, database::schemaVersion) : 0;
    if (found >= needed()) {
      requireServed(found);
      return missing(schema);
    }
    String folder = "db/baton/" + database.dialect().name();
    throw new ConfigurationException(
        (found == 0
                ? "Baton's tables are missing from this database (or from the schema this user"
                    + " uses)."
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
   * Returns the tables, primary keys and indexes of the migrations that are missing or invalid now,
   * or have other columns, each with the statement that creates it. Also returns the columns that
   * are missing or have another definition.
   */
  public Map<String, String> missing() {
    return missing(schema());
  }

  private Map<String, String> missing(Map<String, List<String>> found) {
    Map<String, String> missing = made();
    missing.entrySet().removeIf(part -> isAsMade(part.getKey(), part.getValue(), found));
    missing.keySet().removeIf(name -> isPrimaryKey(name) && missing.containsKey(table(name)));
    return missing;
  }

  /** Returns whether a table, an index or a column is as the statement makes it. */
  private static boolean isAsMade(String name, String statement, Map<String, List<String>> found) {
    int dot = name.indexOf('.');
    if (dot >= 0) {
      List<String> columns = found.getOrDefault(name.substring(0, dot), List.of());
      return columns.isEmpty() || columns.contains(describedColumn(statement));
    }
    List<String> parts = found.get(name);
    return parts != null && (!statement.contains("(") || parts.equals(describedIndex(statement)));
  }

  /** Describes an index as {@code Dialect.schema} does. */
  private static List<String> describedIndex(String statement) {
    List<String> parts = new ArrayList<>();
    if (statement.contains(PRIMARY_KEY)) {
      parts.add("unique");
    }
    String columns = statement.substring(statement.indexOf('(') + 1, statement.indexOf(')'));
    parts.addAll(List.of(columns.replace(" ", "").split(",")));
    if (statement.contains(" WHERE ")) {
      parts.add("partial");
    }
    return parts;
  }

  /** Describes a column as {@code Dialect.schema} does. */
  private static String describedColumn(String definition) {
    StringJoiner described = new StringJoiner(" ");
    String[] words = definition.toLowerCase(Locale.ROOT).split(" ");
    for (int i = 0; i < words.length && !AFTER_TYPE.contains(words[i]); i++) {
      described.add(words[i]);
    }
    return words.length > 2 && words[2].equals("generated")
        ? described + " not null"
        : described.toString();
  }

  private Map<String, List<String>> schema() {
    return database.statement("Reading the names of tables", database.dialect()::schema);
  }

  /** Returns whether this name of {@link #missing} is the name of a primary key. */
  public static boolean isPrimaryKey(String name) {
    return name.endsWith(PRIMARY_KEY_SUFFIX);
  }

  private static String table(String primaryKey) {
    return primaryKey.substring(0, primaryKey.length() - PRIMARY_KEY_SUFFIX.length());
  }

  /**
   * Returns what the migrations create, each with its statement. Each start of a node calls this,
   * and a regular expression would take several times as long in a new JVM.
   */
  private Map<String, String> made() {
    Map<String, String> made = new TreeMap<>();
    for (String migration : migrations) {
      for (String statement : statementsOf(migration)) {
        String createIndex = createIndex(statement);
        String index = nameAfter(CREATE_INDEX, createIndex);
        if (index != null) {
          made.put(index, createIndex);
        }
        String table = nameAfter("CREATE TABLE ", statement);
        if (table != null) {
          made.put(table, "see " + migration);
          putPrimaryKey(table, statement, made);
          putColumns(table, statement, made);
          putIndexes(table, statement, made);
        }
      }
    }
    return made;
  }

  /**
   * Returns the statement, or a CREATE INDEX that is quoted in it: MySQL's migrations prepare this
   * text only if the index is missing.
   */
  private static String createIndex(String statement) {
    int quoted = statement.indexOf("'" + CREATE_INDEX) + 1;
    return quoted == 0
        ? statement.strip()
        : statement.substring(quoted, statement.indexOf('\'', quoted));
  }

  private static void putPrimaryKey(String table, String statement, Map<String, String> made) {
    int key = statement.indexOf(PRIMARY_KEY);
    if (key >= 0) {
      String name = table + PRIMARY_KEY_SUFFIX;
      String columns = statement.substring(key, statement.indexOf(')', key) + 1);
      made.put(name, "ALTER TABLE " + table + " ADD CONSTRAINT " + name + " " + columns);
    }
  }

  /** Puts the columns. Their names are in lower case, and other words that begin a line aren't. */
  private static void putColumns(String table, String statement, Map<String, String> made) {
    for (String line : statement.split("\n")) {
      if (line.startsWith(")")) {
        return; // the options of the table follow
      }
      for (String column : line.strip().split(",")) {
        StringTokenizer words = new StringTokenizer(column);
        String name = words.hasMoreTokens() ? words.nextToken() : "";
        if (words.hasMoreTokens() && Character.isLowerCase(name.charAt(0))) {
          StringJoiner definition = new StringJoiner(" ").add(name);
          words.asIterator().forEachRemaining(word -> definition.add((String) word));
          made.put(table + "." + name, definition.toString());
        }
      }
    }
  }

  /** Puts the indexes that are declared between the columns of a table, as in MySQL. */
  private static void putIndexes(String table, String statement, Map<String, String> made) {
    for (String line : statement.split("\n")) {
      for (String kind : new String[] {"INDEX ", "KEY "}) {
        String index = nameAfter(kind, line);
        if (index != null) {
          String columns = line.substring(line.indexOf('('), line.indexOf(')') + 1);
          made.put(index, "ALTER TABLE " + table + " ADD INDEX " + index + " " + columns);
        }
      }
    }
  }

  /** Returns the name after these words; null if the text doesn't begin with them. */
  private static @Nullable String nameAfter(String words, String text) {
    String begin = text.stripLeading();
    if (!begin.startsWith(words)) {
      return null;
    }
    int at = words.length();
    if (begin.startsWith(UNLESS_IT_EXISTS, at)) {
      at += UNLESS_IT_EXISTS.length();
    }
    return begin.substring(at, begin.indexOf(' ', at));
  }

  private int needed() {
    return migrations.size();
  }

  private int foundNow() {
    return database.statement(READING, this::found);
  }

  /**
   * Throws if the schema is newer and this version may not use it, because the node could damage
   * data.
   */
  private void requireServed(int found) {
    if (found == needed()) {
      return;
    }
    int from =
        database.statement("Reading which versions the schema serves", c -> servesFrom(c, found));
    if (from > needed()) {
      throw new ConfigurationException(
          "Baton's tables have version "
              + found
              + ", created by a newer Baton; they serve nodes that know version "
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

  /**
   * Returns the oldest version that may use the schema; the version of the schema if none is
   * recorded.
   */
  private int servesFrom(Connection connection, int found) throws SQLException {
    List<Integer> served =
        statements.query(
            connection, "schema-serves-from", b -> b.small(found), rows -> rows.getInt(1));
    return served.isEmpty() ? found : served.get(0);
  }

  /**
   * Creates or upgrades the tables. Does nothing if the tables have this version, or a newer one
   * that this Baton may use. Several nodes may call this at once.
   */
  public void migrate() {
    // On some databases, the lock only excludes nodes of the same process. If a node of another
    // process is faster, this node fails because a table exists already. It then reads the version
    // again. This can happen at most once for each version.
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
    return database.dialect().migratesInTransaction()
        ? database.transaction(doing, this::migrate)
        : database.statement(doing, this::migrate);
  }

  /** Creates or replaces baton_add. */
  public void makeBatonAdd() {
    String name = database.dialect().name();
    String file = "/db/baton/routines/" + name + ".sql";
    if (SchemaMigrations.class.getResource(file) == null) {
      throw new ConfigurationException(
          name
              + " has no baton_add: PostgreSQL has it as a function, MariaDB and MySQL as a"
              + " procedure. Add tasks by Tasks.add or over REST");
    }
    String routine = text(SchemaMigrations.class, file);
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

  /** Logs the upgrade. Only the node that made it calls this. */
  private void tell(int from) {
    if (from == 0) {
      LOG.info("Created Baton's tables, version {}", needed());
    } else if (from < needed()) {
      LOG.info("Upgraded Baton's tables from version {} to version {}", from, needed());
    }
  }

  /** Upgrades the tables and returns the version that they had before. */
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

  /** Returns the version of the schema; 0 if there are no tables. */
  private int found(Connection connection) throws SQLException {
    // Read the catalogue first, because on PostgreSQL a query of a missing table would abort the
    // transaction.
    return database.dialect().schema(connection).containsKey(VERSIONS)
        ? database.schemaVersion(connection)
        : 0;
  }

  private List<String> statementsOf(String migration) {
    String file = "/db/baton/" + database.dialect().name() + "/" + migration;
    return statements(text(database.dialect().getClass(), file));
  }

  /** Returns the statements of a migration without comments. A statement ends with its line. */
  static List<String> statements(String text) {
    List<String> found = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : text.replace("\r\n", "\n").split("\n")) {
      String words = line.strip();
      if (!words.isEmpty() && !words.startsWith("--")) {
        statement.append(line).append('\n');
        if (words.endsWith(";")) {
          found.add(statement.substring(0, statement.lastIndexOf(";")));
          statement.setLength(0);
        }
      }
    }
    if (!statement.isEmpty()) {
      found.add(statement.toString());
    }
    return found;
  }

  /** Reads a file from the same module or class path as this class. */
  private static String text(Class<?> owner, String file) {
    try (InputStream in = owner.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("The file " + file + " isn't on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
