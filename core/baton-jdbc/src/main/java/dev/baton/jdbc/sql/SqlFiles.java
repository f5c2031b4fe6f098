package dev.baton.jdbc.sql;

import dev.baton.jdbc.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The SQL statements of the stores. There is one file for each kind of row, and one for each
 * dialect, next to its class. The dialect's file adds statements or replaces those of the other
 * files. A line such as {@code -- name: claim-tasks} begins a statement. Other comment lines are
 * removed.
 *
 * <p>Words in braces are replaced: the dialect defines some, for example {@code {now}}. {@code
 * {ids}} becomes one question mark per id. {@code {keys}} and {@code {keyRows}} become one name or
 * row per key. {@code {skipIfAsked}} becomes the clause that skips locked rows, if the caller asks
 * for it with {@link #SKIP_LOCKED}. Thread-safe.
 */
public final class SqlFiles {
  /**
   * Suffix of a statement's name. The statement then skips rows that other transactions have
   * locked.
   */
  public static final String SKIP_LOCKED = ":skip-locked";

  private static final String NAME = "-- name: ";

  private static final List<String> FILES =
      List.of(
          "tasks",
          "claims",
          "finished",
          "keys",
          "attempts",
          "notes",
          "waits",
          "orders",
          "limits",
          "schedules",
          "nodes",
          "labels",
          "overrides",
          "search",
          "incidents",
          "audit",
          "statistics",
          "schema");

  /** Words for dialects that don't define them. */
  private static final Map<String, String> USUAL_WORDS =
      Map.of(
          "skipLocked", "FOR UPDATE SKIP LOCKED",
          "byId", "",
          "byWaiter", "",
          "byTask", "",
          "alarm", "",
          "ready", "");

  private final Dialect dialect;
  private final Map<String, String> statements;
  private final Map<String, String> words;
  private final Map<String, String> texts = new ConcurrentHashMap<>();

  private SqlFiles(Dialect dialect, Map<String, String> words) {
    this.dialect = dialect;
    this.statements = read(dialect.getClass(), dialect.name());
    this.words = words;
  }

  /** Reads the statements for this dialect, and replaces the words in them. */
  public static SqlFiles of(Dialect dialect) {
    Map<String, String> words = new HashMap<>(USUAL_WORDS);
    words.putAll(Rows.words());
    words.put("claimed", ClaimedRows.COLUMNS);
    words.putAll(dialect.words());
    return new SqlFiles(dialect, words);
  }

  /** Returns whether the dialect can skip locked rows, so that {@link #SKIP_LOCKED} works. */
  public boolean canSkipLocked() {
    return words.containsKey("skipIfAsked");
  }

  public String text(String sqlName) {
    return texts.computeIfAbsent(sqlName, this::load);
  }

  /** Returns the text of a statement with this number of ids or keys. */
  public String text(String sqlName, int ids) {
    String open = text(sqlName);
    return texts.computeIfAbsent(
        sqlName + "/" + ids,
        name ->
            dialect
                .byIds(open)
                .replace("{idRows}", "SELECT ? AS id" + " UNION SELECT ?".repeat(ids - 1))
                .replace("{ids}", repeated("?", ids))
                .replace("{keys}", repeated("(?, ?, ?)", ids))
                .replace("{keyRows}", repeated("(?, ?, ?, ?, ?, ?, NULL)", ids)));
  }

  private static String repeated(String one, int times) {
    return one + (", " + one).repeat(times - 1);
  }

  /** Returns the replacement of a word. */
  String word(String name) {
    String word = words.get(name);
    if (word == null) {
      throw new IllegalStateException(
          "The dialect " + dialect.name() + " has no word '" + name + "'");
    }
    return word;
  }

  private String load(String sqlName) {
    boolean skips = sqlName.endsWith(SKIP_LOCKED);
    String sql =
        find(skips ? sqlName.substring(0, sqlName.length() - SKIP_LOCKED.length()) : sqlName);
    StringBuilder text = new StringBuilder(2 * sql.length());
    int copied = 0;
    for (int open = sql.indexOf('{'); open >= 0; open = sql.indexOf('{', open + 1)) {
      int close = sql.indexOf('}', open);
      String name = close < 0 ? "" : sql.substring(open + 1, close);
      String word = name.equals("skipIfAsked") ? (skips ? word(name) : "") : words.get(name);
      // Words that the caller replaces remain.
      if (word != null) {
        text.append(sql, copied, open).append(word);
        copied = close + 1;
      }
    }
    return text.append(sql, copied, sql.length()).toString();
  }

  private String find(String name) {
    String sql = statements.get(name);
    if (sql == null) {
      throw new IllegalStateException("There is no SQL for '" + name + "' on " + dialect.name());
    }
    return sql;
  }

  /**
   * Reads the statements for one of Baton's own dialects, by name. Words in braces are not
   * replaced.
   */
  public static Map<String, String> read(String dialect) {
    return read(Dialect.class, dialect);
  }

  /** Reads the file of a dialect next to its class. The class may be in another module. */
  private static Map<String, String> read(Class<?> owner, String dialect) {
    Map<String, String> statements = new TreeMap<>();
    for (String file : FILES) {
      statements.putAll(readFile(SqlFiles.class, file));
    }
    statements.putAll(readFile(owner, dialect));
    return statements;
  }

  private static Map<String, String> readFile(Class<?> owner, String file) {
    return statements(text(owner, file + ".sql"), file);
  }

  /** Returns the statements of a file by their names. */
  static Map<String, String> statements(String text, String file) {
    Map<String, String> statements = new HashMap<>();
    String name = null;
    StringBuilder current = new StringBuilder();
    for (String line : text.replace("\r\n", "\n").split("\n")) {
      if (line.startsWith(NAME)) {
        put(name, current, statements, file);
        name = line.substring(NAME.length());
      } else if (!line.isBlank() && !line.stripLeading().startsWith("--")) {
        current.append(current.isEmpty() ? "" : "\n").append(line);
      }
    }
    put(name, current, statements, file);
    return statements;
  }

  /** Puts the statement that was read, and begins the next one. */
  private static void put(
      @Nullable String name, StringBuilder sql, Map<String, String> statements, String file) {
    if (name != null && statements.put(name, sql.toString()) != null) {
      throw new IllegalStateException(file + ".sql has two statements '" + name + "'");
    }
    sql.setLength(0);
  }

  private static String text(Class<?> owner, String resource) {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing next to " + owner);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
