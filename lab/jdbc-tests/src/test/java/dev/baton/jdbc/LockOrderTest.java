package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.sql.SqlFiles;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that every statement that waits for several locks names an order. Two statements that lock
 * the same rows in different orders would wait for each other. Databases may happen to read rows in
 * the order of an index, so that a test of behaviour would not notice a missing ORDER BY.
 */
final class LockOrderTest {
  /** A statement that locks rows and waits for other locks. */
  private static final Pattern WAITS =
      Pattern.compile("FOR (NO KEY )?UPDATE(?!.*SKIP LOCKED)|SHARE MODE", Pattern.DOTALL);

  /** A statement that locks one row by its name. */
  private static final Pattern ONE_ROW =
      Pattern.compile("WHERE \\w+\\.(id|name|kind|task_id) = \\?");

  private static final Pattern ORDERED =
      Pattern.compile(
          "ORDER BY \\w+\\.(id|name|task_id|on_id, \\w+\\.waiter_id)\\s+(FOR UPDATE|LOCK IN SHARE MODE)");

  @Test
  void waitingLocksOfSeveralRowsAreOrdered() {
    Map<String, String> waiting = new TreeMap<>();
    for (String dialect : List.of("h2", "mysql", "postgresql")) {
      SqlFiles.read(dialect)
          .forEach((name, sql) -> waiting.put(name + " on " + dialect, sql.replace('\n', ' ')));
    }
    waiting.values().removeIf(sql -> !WAITS.matcher(sql).find() || ONE_ROW.matcher(sql).find());
    List<String> unordered =
        waiting.entrySet().stream()
            .filter(each -> !ORDERED.matcher(each.getValue()).find())
            .map(Map.Entry::getKey)
            .toList();
    assertThat(unordered).isEmpty();
    assertThat(waiting).as("those that lock several rows").hasSizeGreaterThanOrEqualTo(20);
  }
}
