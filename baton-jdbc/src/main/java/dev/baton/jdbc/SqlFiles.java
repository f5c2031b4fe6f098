package dev.baton.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The SQL of the store's verbs: one file each, in the dialect's folder or else in the common one.
 * Words in braces are filled in from the dialect, for example {@code {now}}; {@code {ids}} becomes
 * as many question marks as there are ids. Read once. Thread-safe.
 */
final class SqlFiles {
  private static final String FOLDER = "/dev/baton/jdbc/sql/";

  private final String dialect;
  private final Map<String, String> words;
  private final Map<String, String> texts = new ConcurrentHashMap<>();

  SqlFiles(String dialect, Map<String, String> words) {
    this.dialect = dialect;
    this.words = words;
  }

  String text(String verb) {
    return texts.computeIfAbsent(verb, this::load);
  }

  /** The verb for so many ids. */
  String text(String verb, int ids) {
    String open = text(verb);
    return texts.computeIfAbsent(
        verb + "/" + ids, name -> open.replace("{ids}", "?" + ", ?".repeat(ids - 1)));
  }

  private String load(String verb) {
    String sql = read(dialect + "/" + verb + ".sql");
    if (sql.isEmpty()) {
      sql = read("common/" + verb + ".sql");
    }
    if (sql.isEmpty()) {
      throw new IllegalStateException("There is no SQL for '" + verb + "' on " + dialect);
    }
    for (Map.Entry<String, String> word : words.entrySet()) {
      sql = sql.replace("{" + word.getKey() + "}", word.getValue());
    }
    return sql;
  }

  /** The file without its comments; empty when there is none. */
  private static String read(String file) {
    try (InputStream in = SqlFiles.class.getResourceAsStream(FOLDER + file)) {
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
