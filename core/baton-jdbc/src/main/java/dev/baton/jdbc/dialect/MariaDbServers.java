package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The MariaDB servers that a node has used, with the binary log position of the latest one. A
 * server that was used before and doesn't have all writes of the latest one is a former primary.
 * The servers of a Galera cluster are all equal, so they aren't compared. A server without a binary
 * log can't be checked.
 */
final class MariaDbServers implements ServerHistory {
  /** Known log positions, one for each domain and server: 0-1-100,0-2-120. */
  private static final String STATE = "gtid_binlog_state";

  private record GtidPlace(String server, Map<String, Long> written) {

    /** Returns whether this server has everything that the other server wrote itself. */
    boolean hasAllOf(GtidPlace other) {
      return other.written.entrySet().stream()
          .filter(each -> each.getKey().endsWith("-" + other.server))
          .allMatch(each -> written.getOrDefault(each.getKey(), 0L) >= each.getValue());
    }
  }

  private final Set<String> met = new HashSet<>();
  private @Nullable GtidPlace latest;
  private long newest;

  @Override
  public Optional<String> older(Connection connection) throws SQLException {
    GtidPlace now = read(connection);
    return now == null ? Optional.empty() : compare(now);
  }

  private synchronized Optional<String> compare(GtidPlace now) {
    GtidPlace seen = latest;
    boolean isAnother = seen == null || !seen.server.equals(now.server);
    // Two threads that have read the same server may come here in the opposite order.
    if (seen != null && isAnother && met.contains(now.server) && !now.hasAllOf(seen)) {
      return Optional.of(
          "This MariaDB has server_id "
              + now.server
              + " and is missing what server_id "
              + seen.server
              + " has written, which this node used later: a former primary has come back"
              + " next to the new one, or an old copy was started. Direct the connections to the"
              + " new primary");
    }
    if (isAnother) {
      newest++;
    }
    if (seen == null || isAnother || now.hasAllOf(seen)) {
      latest = now;
    }
    met.add(now.server);
    return Optional.empty();
  }

  @Override
  public synchronized long newest() {
    return newest;
  }

  @Override
  public synchronized void forget() {
    latest = null;
    met.clear();
    newest++;
  }

  private static @Nullable GtidPlace read(Connection connection) throws SQLException {
    Map<String, String> found = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('server_id', 'wsrep_on', '"
                    + STATE
                    + "')")) {
      while (rows.next()) {
        found.put(rows.getString(1), rows.getString(2));
      }
    }
    String state = found.getOrDefault(STATE, "");
    String server = found.get("server_id");
    if (server == null || state.isEmpty() || "ON".equals(found.get("wsrep_on"))) {
      return null;
    }
    Map<String, Long> written = new TreeMap<>();
    for (String each : state.split(",", -1)) {
      int end = each.lastIndexOf('-');
      written.put(each.substring(0, end).strip(), Long.valueOf(each.substring(end + 1).strip()));
    }
    return new GtidPlace(server, written);
  }
}
