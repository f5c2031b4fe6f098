package dev.baton.jdbc.dialect;

import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds out what weakens the guarantees of a MariaDB or MySQL server. Any user may run the queries.
 */
final class MySqlWarnings {
  private static final String SETTINGS =
      "SHOW SESSION VARIABLES WHERE Variable_name IN ('innodb_flush_log_at_trx_commit', 'log_bin',"
          + " 'sync_binlog', 'read_only', 'rpl_semi_sync_master_enabled', 'wsrep_on',"
          + " 'wsrep_sync_wait')";

  /** The query for the state of replicas. Only MariaDB reports how many there are. */
  private static final String REPLICAS =
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('Slaves_connected',"
          + " 'Rpl_semi_sync_master_status')";

  private final Map<String, String> values = new HashMap<>();

  private MySqlWarnings() {}

  static List<StoreWarning> of(Connection connection) throws SQLException {
    MySqlWarnings server = new MySqlWarnings();
    server.read(connection, SETTINGS);
    server.read(connection, REPLICAS);
    return server.found();
  }

  private void read(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.put(rows.getString(1), rows.getString(2));
      }
    }
  }

  private List<StoreWarning> found() {
    List<StoreWarning> found = new ArrayList<>();
    if (!is("innodb_flush_log_at_trx_commit", "1")) {
      found.add(
          StoreWarning.unsafeCommits("innodb_flush_log_at_trx_commit is not 1 (set it to 1)"));
    }
    // After a power failure, InnoDB undoes the transactions that are missing from the binary log.
    if (is("log_bin", "ON") && !is("sync_binlog", "1")) {
      found.add(StoreWarning.unsafeCommits("sync_binlog is not 1 (set it to 1)"));
    }
    if (is("read_only", "ON") || is("read_only", "1")) {
      found.add(
          new StoreWarning(
              Kind.READ_ONLY,
              "This server is read_only, like a replica. Direct the connections to the primary"));
    }
    if (!is("Rpl_semi_sync_master_status", "ON")) {
      addReplica(found);
    }
    if (is("wsrep_on", "ON") && (number("wsrep_sync_wait") & 1) == 0) {
      found.add(
          new StoreWarning(
              Kind.STALE_READS,
              "This server belongs to a Galera cluster, and its reads don't wait for what the"
                  + " others have committed: if nodes use several of its servers, a task may be"
                  + " found late or not at all. Set wsrep_sync_wait = 1, for example by"
                  + " sessionVariables=wsrep_sync_wait=1 in the URL"));
    }
    return found;
  }

  /** If commits wait for no replica, adds a warning. */
  private void addReplica(List<StoreWarning> found) {
    String loses = " a failover loses the latest tasks, and runs some finished ones again. ";
    if (is("rpl_semi_sync_master_enabled", "ON")) {
      found.add(
          new StoreWarning(
              Kind.NO_SYNCHRONOUS_STANDBY,
              "rpl_semi_sync_master_enabled is ON, but no replica responded within"
                  + " rpl_semi_sync_master_timeout, and commits have waited for none since then:"
                  + loses
                  + "Bring a replica back"));
    } else if (number("Slaves_connected") > 0) {
      found.add(
          new StoreWarning(
              Kind.NO_SYNCHRONOUS_STANDBY,
              "This server has a replica, and commits don't wait for it:"
                  + loses
                  + "Set rpl_semi_sync_master_enabled = ON here and rpl_semi_sync_slave_enabled ="
                  + " ON there"));
    }
  }

  private boolean is(String name, String value) {
    return value.equals(values.get(name));
  }

  private long number(String name) {
    return Long.parseLong(values.getOrDefault(name, "0"));
  }
}
