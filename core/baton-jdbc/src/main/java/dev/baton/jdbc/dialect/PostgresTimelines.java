package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares the timelines of PostgreSQL servers. Each promotion of a standby begins a timeline with
 * a higher number. So a former primary that comes back is on a lower one.
 */
final class PostgresTimelines implements ServerHistory {
  /**
   * Query for the system identifier and the timeline. A standby has no timeline. Servers with
   * different system identifiers belong to different database clusters.
   */
  private static final String TIMELINE =
      "SELECT system_identifier, pg_walfile_name(pg_current_wal_lsn()) FROM pg_control_system()"
          + " WHERE NOT pg_is_in_recovery()";

  private static final int TIMELINE_DIGITS = 8;
  private static final int HEXADECIMAL = 16;

  private record TimelinePlace(long system, long timeline) {
    // Written by hand, because a record's generated method takes about 4 ms at its first call in a
    // new JVM.
    boolean isAt(@Nullable TimelinePlace other) {
      return other != null && system == other.system && timeline == other.timeline;
    }
  }

  private @Nullable TimelinePlace latest;
  private long newest;
  private volatile boolean isTold = true;

  @Override
  public Optional<String> older(Connection connection) throws SQLException {
    TimelinePlace now = isTold ? read(connection) : null;
    return now == null ? Optional.empty() : compare(now);
  }

  private synchronized Optional<String> compare(TimelinePlace now) {
    TimelinePlace seen = latest;
    if (seen != null && seen.system == now.system && now.timeline < seen.timeline) {
      return Optional.of(
          "This PostgreSQL is on timeline "
              + now.timeline
              + ", but this node has worked with timeline "
              + seen.timeline
              + ": a former primary has come back next to the new one, or an old copy was started."
              + " Direct the connections to the new primary");
    }
    if (!now.isAt(seen)) {
      latest = now;
      newest++;
    }
    return Optional.empty();
  }

  @Override
  public synchronized long newest() {
    return newest;
  }

  @Override
  public synchronized void forget() {
    latest = null;
    newest++;
  }

  private @Nullable TimelinePlace read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TIMELINE)) {
      return rows.next() ? new TimelinePlace(rows.getLong(1), timeline(rows.getString(2))) : null;
    } catch (SQLException e) {
      // Some hosted servers don't have these functions, or don't allow this user to call them.
      if (String.valueOf(e.getSQLState()).matches("42.*|0A.*")) {
        isTold = false;
        return null;
      }
      throw e;
    }
  }

  private static long timeline(String file) {
    return Long.parseLong(file.substring(0, TIMELINE_DIGITS), HEXADECIMAL);
  }
}
