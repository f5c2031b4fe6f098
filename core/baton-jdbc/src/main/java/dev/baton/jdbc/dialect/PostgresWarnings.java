package dev.baton.jdbc.dialect;

import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Finds out what weakens the guarantees of a PostgreSQL server. Any user may run the query. */
final class PostgresWarnings {
  /**
   * Query for the settings and the number of standbys. Backups are left out, although they receive
   * WAL like a standby. Users without special rights can't see the state of a sender, so an unknown
   * state counts as a standby.
   */
  private static final String SETTINGS =
      "SELECT current_setting('fsync'), current_setting('synchronous_commit'),"
          + " btrim(current_setting('synchronous_standby_names')), pg_is_in_recovery(),"
          + " (SELECT count(*) FROM pg_stat_replication"
          + " WHERE coalesce(state, 'streaming') <> 'backup'),"
          + " (SELECT min(c.relname) FROM pg_catalog.pg_class c WHERE c.relname LIKE 'baton\\_%'"
          + " AND pg_catalog.pg_table_is_visible(c.oid) AND c.relkind = 'r'"
          + " AND c.relpersistence = 'u')";

  private PostgresWarnings() {}

  static List<StoreWarning> of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SETTINGS)) {
      rows.next();
      return of(rows);
    }
  }

  private static List<StoreWarning> of(ResultSet row) throws SQLException {
    String commit = row.getString(2);
    List<StoreWarning> found = new ArrayList<>();
    if ("off".equals(row.getString(1))) {
      found.add(StoreWarning.unsafeCommits("fsync = off (set it to on)"));
    }
    if ("off".equals(commit)) {
      found.add(StoreWarning.unsafeCommits("synchronous_commit = off (set it to on)"));
    }
    String unlogged = row.getString(6);
    if (unlogged != null) {
      found.add(
          StoreWarning.unsafeCommits(
              "a crash empties UNLOGGED tables (ALTER TABLE " + unlogged + " SET LOGGED)"));
    }
    if (row.getBoolean(4)) {
      found.add(
          new StoreWarning(
              Kind.READ_ONLY,
              "This PostgreSQL is a standby and read-only. Direct the connections to the primary,"
                  + " for example by targetServerType=primary in the URL"));
    } else if (row.getLong(5) > 0) {
      boolean waits = !row.getString(3).isEmpty() && !"local".equals(commit);
      if (!waits && !"off".equals(commit)) {
        found.add(
            new StoreWarning(
                Kind.NO_SYNCHRONOUS_STANDBY,
                "This PostgreSQL has a standby, and commits don't wait for it: a failover to it"
                    + " loses the latest tasks, and runs some finished ones again. Set"
                    + " synchronous_standby_names, and synchronous_commit = on"));
      }
    }
    return found;
  }
}
