package dev.baton.jdbc.sql;

import dev.baton.jdbc.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The SQL of the store's verbs: one file each, in the dialect's folder or else in the common one.
 * Words in braces are filled in from the dialect, for example {@code {now}}; {@code {ids}} becomes
 * as many question marks as there are ids, {@code {keys}} and {@code {keyRows}} as many names or
 * rows of keys, and {@code {free}} what keeps a verb from waiting for locked rows, where that is
 * asked for. Read once. Thread-safe.
 */
public final class SqlFiles {
  /** What follows a verb's name when it is to leave alone the rows that others have locked. */
  public static final String FREE = ":free";

  private static final String FOLDER = "/dev/baton/jdbc/sql/";

  private final Dialect dialect;
  private final Map<String, String> words;
  private final Map<String, String> texts = new ConcurrentHashMap<>();

  private SqlFiles(Dialect dialect, Map<String, String> words) {
    this.dialect = dialect;
    this.words = words;
  }

  /** The files of this dialect, with its words and the lists of columns. */
  public static SqlFiles of(Dialect dialect) {
    Map<String, String> words = new HashMap<>(Rows.words());
    words.put("claimed", ClaimedRows.COLUMNS);
    words.putAll(dialect.words());
    return new SqlFiles(dialect, words);
  }

  /** Whether verbs can be asked for with {@link #FREE} behind their names. */
  public boolean hasFree() {
    return words.containsKey("free");
  }

  public String text(String verb) {
    return texts.computeIfAbsent(verb, this::load);
  }

  /** The verb for so many ids or keys. */
  public String text(String verb, int ids) {
    String open = text(verb);
    return texts.computeIfAbsent(
        verb + "/" + ids,
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

  /** What a word in braces stands for. */
  String word(String name) {
    String word = words.get(name);
    if (word == null) {
      throw new IllegalStateException(
          "The dialect " + dialect.name() + " has no word '" + name + "'");
    }
    return word;
  }

  private String load(String verb) {
    boolean free = verb.endsWith(FREE);
    String sql = find(free ? verb.substring(0, verb.length() - FREE.length()) : verb);
    sql = sql.replace("{free}", free ? word("free") : "");
    for (Map.Entry<String, String> word : words.entrySet()) {
      sql = sql.replace("{" + word.getKey() + "}", word.getValue());
    }
    return sql;
  }

  private String find(String verb) {
    for (String part : List.of(dialect.name(), "common")) {
      String sql = read(FOLDER + part + "/" + verb + ".sql");
      if (!sql.isEmpty()) {
        return sql;
      }
    }
    throw new IllegalStateException("There is no SQL for '" + verb + "' on " + dialect.name());
  }

  /** The file without its comments; empty when there is none. */
  private static String read(String file) {
    try (InputStream in = SqlFiles.class.getResourceAsStream(file)) {
      if (in == null) {
        return "";
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.stripLeading().startsWith("--"))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
