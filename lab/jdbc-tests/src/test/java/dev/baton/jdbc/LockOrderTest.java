package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A statement that waits for locks takes them in an order: two that lock the same rows in different
 * orders would wait for each other. Databases may happen to read rows in the order of an index, so
 * that no test of their behaviour would miss the words.
 */
final class LockOrderTest {
  private static final Path SQL =
      Path.of("../../core/baton-jdbc/src/main/resources/dev/baton/jdbc/sql");

  /** Locks, and waits for those that others have. */
  private static final Pattern WAITS =
      Pattern.compile("FOR (NO KEY )?UPDATE(?!.*SKIP LOCKED)|SHARE MODE", Pattern.DOTALL);

  /** Of one row: by its name. */
  private static final Pattern ONE_ROW =
      Pattern.compile("WHERE \\w+\\.(id|name|kind|task_id) = \\?");

  private static final Pattern ORDERED =
      Pattern.compile(
          "ORDER BY \\w+\\.(id|name|task_id|on_id, \\w+\\.waiter_id)\\s+(FOR UPDATE|LOCK IN SHARE MODE)");

  @Test
  void whatLocksSeveralRowsAndWaitsLocksThemInTheOrderOfTheirNames() throws IOException {
    Map<String, String> waiting = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SQL)) {
      files
          .filter(file -> file.toString().endsWith(".sql"))
          .forEach(file -> waiting.put(SQL.relativize(file).toString(), statement(file)));
    }
    waiting.values().removeIf(sql -> !WAITS.matcher(sql).find() || ONE_ROW.matcher(sql).find());
    List<String> unordered =
        waiting.entrySet().stream()
            .filter(each -> !ORDERED.matcher(each.getValue()).find())
            .map(Map.Entry::getKey)
            .toList();
    assertThat(unordered).isEmpty();
    assertThat(waiting).as("those that lock several rows").hasSizeGreaterThanOrEqualTo(7);
  }

  private static String statement(Path file) {
    try {
      return Files.readString(file)
          .lines()
          .filter(line -> !line.startsWith("--"))
          .collect(Collectors.joining(" "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
