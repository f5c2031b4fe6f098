package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * What callers were told, beside what the primary has in the end.
 *
 * @param lost acknowledged transactions that aren't there
 * @param unknownThere transactions whose commit's answer was lost, and that are there
 * @param missing business rows that are there and whose task had no effect
 * @param doubledInside tasks whose effect in the handler's transaction is there twice
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
  private static final long MAX_WAIT_SECONDS = 90;
  private static final String LEFT = "SELECT id, status FROM baton_task LIMIT 10";

  /** Waits until no task is left, and counts. */
  static Account of(Load load, DatabaseAddress primary) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS);
    try (Connection connection = primary.connect()) {
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
    Map<UUID, Integer> there = numbers(connection, "SELECT id, 1 FROM business");
    Map<UUID, Integer> inside =
        numbers(connection, "SELECT business, count(*) FROM effect GROUP BY business");
    int missing = 0;
    for (UUID id : there.keySet()) {
      missing += inside.containsKey(id) || load.outside().containsKey(id) ? 0 : 1;
    }
    return new Account(
        load.acknowledged().size(),
        (int) load.acknowledged().keySet().stream().filter(id -> !there.containsKey(id)).count(),
        load.unknown().size(),
        (int) load.unknown().keySet().stream().filter(there::containsKey).count(),
        missing,
        (int) inside.values().stream().filter(runs -> runs > 1).count(),
        (int) load.outside().values().stream().filter(runs -> runs > 1).count(),
        load.pauseMillis());
  }

  private static Map<UUID, Integer> numbers(Connection connection, String query)
      throws SQLException {
    Map<UUID, Integer> found = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.put(rows.getObject(1, UUID.class), rows.getInt(2));
      }
    }
    return found;
  }
}
