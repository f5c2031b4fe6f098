package dev.baton.move;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements on one engine's tables, from a file. Each follows a line {@code -- name: x}, or
 * {@code -- name: x @mysql} for that database alone. Immutable.
 */
final class SqlFile {
  private static final Pattern HEAD = Pattern.compile("-- name: ([a-z-]+)(?: @([a-z]+))?\n");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.]*");

  private final Map<String, String> statements = new TreeMap<>();

  /**
   * @param words names or prefixes of tables, by the word in braces that they replace
   */
  SqlFile(String name, Map<String, String> words) {
    String text = read(name);
    for (Map.Entry<String, String> word : words.entrySet()) {
      if (!WORD.matcher(word.getValue()).matches()) {
        throw new IllegalArgumentException(
            "The name of a table may have letters, digits, '_' and '.'; '"
                + word.getValue()
                + "' has other characters");
      }
      text = text.replace("{" + word.getKey() + "}", word.getValue());
    }
    Matcher head = HEAD.matcher(text);
    String current = "";
    int from = 0;
    while (head.find()) {
      statements.put(current, text.substring(from, head.start()).strip());
      current = head.group(1) + (head.group(2) == null ? "" : "@" + head.group(2));
      from = head.end();
    }
    statements.put(current, text.substring(from).strip());
  }

  private static String read(String name) {
    try (InputStream file = SqlFile.class.getResourceAsStream(name + ".sql")) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the statement for that database. */
  String text(String name, String database) {
    String special = statements.get(name + "@" + database);
    return special == null ? Objects.requireNonNull(statements.get(name), name) : special;
  }

  /** Returns the statement with the given number of items in place of {@code {items}}. */
  String text(String name, String database, int items) {
    return text(name, database).replace("{items}", marks("?", items));
  }

  /** Returns the item repeated with commas. */
  static String marks(String item, int times) {
    return String.join(", ", Collections.nCopies(times, item));
  }
}
