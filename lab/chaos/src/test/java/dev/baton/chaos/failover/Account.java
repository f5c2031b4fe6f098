package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Compares the results that callers got with the final rows of the primary.
 *
 * @param lost acknowledged transactions that don't exist
 * @param unknownThere transactions whose commit response was lost, and that exist
 * @param missing business rows that exist but whose task had no effect
 * @param doubledInside tasks whose effect in the handler's transaction exists twice
 * @param doubledOutside tasks whose handler outside of transactions ran more than once
 */
record Account(
    int acknowledged,
    int lost,
    int unknown,
    int unknownThere,
    int missing,
    int doubledInside,
    int doubledOutside,
    long pauseMillis) {
  private static final String LEFT =
      "SELECT CONCAT(type, ' ', status), count(*) FROM baton_task GROUP BY type, status";

  /** Waits until no task remains, and counts. */
  static Account of(Load load, DatabaseAddress survivor) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Load.MAX_WAIT_SECONDS);
    try (Connection connection = survivor.connect()) {
      while (!numbers(connection, LEFT).isEmpty()) {
        if (System.nanoTime() > end) {
          throw new AssertionError("Tasks are left: " + numbers(connection, LEFT));
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
      return of(load, connection);
    }
  }

  private static Account of(Load load, Connection connection) throws SQLException {
    Set<String> there = numbers(connection, "SELECT id, 1 FROM business").keySet();
    if (count(load.refused(), there::contains) > 0) {
      throw new AssertionError("A caller got the result that nothing was committed, but it was");
    }
    Map<String, Integer> inside =
        numbers(connection, "SELECT business, count(*) FROM effect GROUP BY business");
    Map<String, Integer> outside = load.outside();
    return new Account(
        load.acknowledged().size(),
        count(load.acknowledged(), id -> !there.contains(id)),
        load.unknown().size(),
        count(load.unknown(), there::contains),
        count(there, id -> !inside.containsKey(id) && !outside.containsKey(id)),
        count(inside.keySet(), id -> inside.get(id) > 1),
        count(outside.keySet(), id -> outside.get(id) > 1),
        load.pauseMillis());
  }

  private static int count(Set<String> ids, Predicate<String> isCounted) {
    return (int) ids.stream().filter(isCounted).count();
  }

  private static Map<String, Integer> numbers(Connection connection, String query)
      throws SQLException {
    Map<String, Integer> found = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.put(rows.getString(1), rows.getInt(2));
      }
    }
    return found;
  }
}
