package dev.baton.jdbc.dialect;

import dev.baton.operate.cluster.StoreWarning;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The dialect of MySQL 8.0, MariaDB 10.6 and later versions, with either driver. */
final class MySqlDialect implements Dialect {
  private static final int SCHEMA_LOCK_SECONDS = 60;

  /**
   * Settings that would break a guarantee. They may be in the URL's session variables or in the
   * server's configuration.
   */
  private static final List<WrongSetting> WRONG =
      List.of(
          session(
              "@@SESSION.sql_select_limit < 9223372036854775807",
              "sql_select_limit truncates results, so Baton would miss tasks: remove it"),
          session(
              "@@SESSION.max_sort_length < 1024",
              "max_sort_length is so short that names are sorted wrongly: set it to 1024 or"
                  + " more"),
          session(
              "FIND_IN_SET('EMPTY_STRING_IS_NULL', @@SESSION.sql_mode)",
              "the sql_mode EMPTY_STRING_IS_NULL treats empty keys as missing: remove it"),
          session(
              "FIND_IN_SET('SIMULTANEOUS_ASSIGNMENT', @@SESSION.sql_mode)",
              "the sql_mode SIMULTANEOUS_ASSIGNMENT changes the meaning of updates: remove it"),
          session(
              "NOT FIND_IN_SET('STRICT_TRANS_TABLES', @@SESSION.sql_mode)"
                  + " AND NOT FIND_IN_SET('STRICT_ALL_TABLES', @@SESSION.sql_mode)",
              "sql_mode isn't strict, so values that don't fit are truncated silently: add"
                  + " STRICT_TRANS_TABLES"),
          session(
              "@@GLOBAL.innodb_rollback_on_timeout",
              "innodb_rollback_on_timeout is on, so a lock timeout undoes the whole transaction,"
                  + " and code that continues would commit only the later statements: remove it"),
          session(
              "@@SESSION.sql_safe_updates",
              "sql_safe_updates is on, so the server refuses to prune and to finish tasks with"
                  + " steps: remove it"),
          session(
              "@@log_bin AND @@SESSION.binlog_format = 'STATEMENT'",
              "binlog_format is STATEMENT, so the server refuses each write at read"
                  + " committed: SET GLOBAL binlog_format = 'ROW' (or 'MIXED'), and open new"
                  + " connections"),
          session(
              "@@SESSION.character_set_client <> 'utf8mb4'"
                  + " OR @@SESSION.character_set_connection <> 'utf8mb4'"
                  + " OR COALESCE(@@SESSION.character_set_results, 'utf8mb4') <> 'utf8mb4'",
              "character_set_client, character_set_connection or character_set_results isn't"
                  + " utf8mb4, so characters get lost in transit: leave the character set to the"
                  + " driver"),
          session(
              "@@SESSION.completion_type <> 'NO_CHAIN'",
              "completion_type makes the server begin a transaction or close the connection after"
                  + " each commit: SET GLOBAL completion_type = 'NO_CHAIN', and open new"
                  + " connections"),
          // These variables have different names in different versions.
          new WrongSetting(
              "SHOW SESSION VARIABLES WHERE Variable_name IN ('tx_read_only',"
                  + " 'transaction_read_only') AND Value = 'ON'",
              "the connections are read-only (transaction_read_only), but Baton writes in each"
                  + " step: remove the setting"),
          new WrongSetting(
              "SHOW SESSION VARIABLES WHERE Variable_name = 'check_constraint_checks'"
                  + " AND Value = 'OFF'",
              "check_constraint_checks is off, so rows may contain invalid values: set it on"));

  /** Tables in which names or keys are compared. */
  private static final String COMPARING_TABLES =
      "'baton_task', 'baton_finished', 'baton_key', 'baton_finished_key', 'baton_leader',"
          + " 'baton_pause', 'baton_override', 'baton_limit', 'baton_permit', 'baton_schedule',"
          + " 'baton_order', 'baton_note', 'baton_label', 'baton_statistic',"
          + " 'baton_statistic_hour', 'baton_incident'";

  /** Matches a statement that reads or writes the rows of a list of ids by primary key. */
  private static final Pattern BY_IDS =
      Pattern.compile(
          "FROM (baton_\\w+) (\\w) FORCE INDEX \\(PRIMARY\\)\\s+"
              + "WHERE \\2\\.(\\w+) IN \\(\\{ids\\}\\)( AND)?");

  private final long mostAtOnce;
  private final boolean isMariaDb;

  MySqlDialect(long mostAtOnce, boolean isMariaDb) {
    this.mostAtOnce = mostAtOnce;
    this.isMariaDb = isMariaDb;
  }

  static MySqlDialect of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT @@max_allowed_packet, @@version")) {
      rows.next();
      return new MySqlDialect(rows.getLong(1), rows.getString(2).contains("MariaDB"));
    }
  }

  /**
   * Joins the ids as a table, so that MySQL looks up one id after the other. For a list of ids,
   * MySQL scans a small table completely, even if an index is forced. Such a scan waits for every
   * row that another transaction has locked.
   */
  @Override
  public String byIds(String sql) {
    if (isMariaDb) {
      return sql;
    }
    Matcher byIds = BY_IDS.matcher(sql);
    return byIds.replaceAll(
        found ->
            Matcher.quoteReplacement(
                "FROM ({idRows}) q STRAIGHT_JOIN "
                    + found.group(1)
                    + " "
                    + found.group(2)
                    + " FORCE INDEX (PRIMARY) ON "
                    + found.group(2)
                    + "."
                    + found.group(3)
                    + " = q.id"
                    + (found.group(4) == null ? "" : " WHERE")));
  }

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public Map<String, String> words() {
    return Map.ofEntries(
        Map.entry("now", "UTC_TIMESTAMP(6)"),
        Map.entry(
            "when", "COALESCE(CAST(? AS DATETIME(6)), UTC_TIMESTAMP(6)) + INTERVAL ? MICROSECOND"),
        Map.entry("ago", "UTC_TIMESTAMP(6) - INTERVAL ? MICROSECOND"),
        Map.entry("time", "CAST(? AS DATETIME(6))"),
        Map.entry("later", "TIMESTAMPADD(MICROSECOND, baton_key.hold_micros, t.created_at)"),
        Map.entry("byId", "FORCE INDEX (PRIMARY)"),
        Map.entry("byWaiter", "FORCE INDEX (baton_wait_waiter)"),
        Map.entry("byTask", "FORCE INDEX (baton_key_task)"),
        Map.entry("alarm", "FORCE INDEX (baton_task_alarm)"),
        Map.entry("ready", "FORCE INDEX (baton_task_ready)"));
  }

  @Override
  public void bindUuid(PreparedStatement statement, int index, @Nullable UUID value)
      throws SQLException {
    if (value == null) {
      statement.setNull(index, Types.BINARY);
      return;
    }
    statement.setBytes(
        index,
        ByteBuffer.allocate(16)
            .putLong(value.getMostSignificantBits())
            .putLong(value.getLeastSignificantBits())
            .array());
  }

  /**
   * Binds the time as a text in UTC. Drivers would convert values of other classes with the time
   * zone of the JVM or the session.
   */
  @Override
  public void bindInstant(PreparedStatement statement, int index, @Nullable Instant value)
      throws SQLException {
    statement.setString(
        index,
        value == null
            ? null
            : LocalDateTime.ofInstant(value, ZoneOffset.UTC).toString().replace('T', ' '));
  }

  @Override
  public @Nullable UUID readUuid(ResultSet rows, int column) throws SQLException {
    byte[] bytes = rows.getBytes(column);
    if (bytes == null) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  @Override
  public @Nullable Instant readInstant(ResultSet rows, int column) throws SQLException {
    LocalDateTime time = rows.getObject(column, LocalDateTime.class);
    return time == null ? null : time.toInstant(ZoneOffset.UTC);
  }

  /**
   * Sets the isolation of the next transaction only. So this needs no restore, and one round trip
   * instead of two.
   */
  @Override
  public void readCommitted(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }
  }

  @Override
  public void restoreIsolation(Connection connection, int isolation) {}

  @Override
  public boolean takenKeyPoisons(int isolation) {
    return false;
  }

  @Override
  public boolean refusesTakenKeys() {
    return false;
  }

  /**
   * Returns whether snapshot isolation is on. A serializable transaction isn't affected: it locks
   * what it reads, so it sees the commits of other transactions.
   */
  @Override
  public boolean refusesChangedRows(Connection connection) throws SQLException {
    return connection.getTransactionIsolation() == Connection.TRANSACTION_REPEATABLE_READ
        && WrongSetting.finds(
            connection,
            "SHOW SESSION VARIABLES WHERE Variable_name = 'innodb_snapshot_isolation'"
                + " AND Value = 'ON'");
  }

  @Override
  public boolean hidesLaterRows(int isolation) {
    return false;
  }

  @Override
  public Optional<LockWait> lockWait() {
    return Optional.of(
        new LockWait(
            "SELECT @@SESSION.innodb_lock_wait_timeout",
            "SET SESSION innodb_lock_wait_timeout = %s",
            "1"));
  }

  @Override
  public long mostAtOnce() {
    return mostAtOnce;
  }

  @Override
  public List<String> narrowEncodings(Connection connection) throws SQLException {
    List<String> narrow = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT table_name, column_name, character_set_name"
                    + " FROM information_schema.columns WHERE table_schema = DATABASE()"
                    + " AND table_name LIKE 'baton\\_%' AND character_set_name <> 'utf8mb4'"
                    + " ORDER BY 1, 2 LIMIT 100")) {
      while (rows.next()) {
        narrow.add(
            rows.getString(1)
                + "."
                + rows.getString(2)
                + " has the character set "
                + rows.getString(3)
                + ", not utf8mb4");
      }
    }
    return narrow;
  }

  private static WrongSetting session(String isSo, String words) {
    return new WrongSetting("SELECT 1 FROM DUAL WHERE " + isSo, words);
  }

  @Override
  public List<String> wrongSettings(Connection connection) throws SQLException {
    List<String> wrong = new ArrayList<>(WrongSetting.among(WRONG, connection));
    for (String table :
        WrongSetting.names(
            connection,
            "SELECT DISTINCT table_name FROM information_schema.columns"
                + " WHERE table_schema = DATABASE() AND table_name IN ("
                + COMPARING_TABLES
                + ") AND collation_name IS NOT NULL AND collation_name NOT LIKE '%bin'"
                + " ORDER BY 1")) {
      wrong.add(
          table
              + " has a collation that treats different names as equal: ALTER TABLE "
              + table
              + " CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    }
    for (String table :
        WrongSetting.names(
            connection,
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
                + " AND table_name LIKE 'baton\\_%' AND engine <> 'InnoDB' ORDER BY 1")) {
      wrong.add(
          table
              + " has an engine that may not undo a rollback: ALTER TABLE "
              + table
              + " ENGINE = InnoDB");
    }
    return wrong;
  }

  /**
   * Reads them with a LIMIT, so that sql_select_limit doesn't truncate the list, and without empty
   * literals, which EMPTY_STRING_IS_NULL changes. Baton reports these settings later.
   */
  @Override
  public Map<String, List<String>> schema(Connection connection) throws SQLException {
    String name =
        "CASE index_name WHEN 'PRIMARY' THEN CONCAT(table_name, '_pk') ELSE index_name END";
    String usable =
        " FROM information_schema.statistics WHERE table_schema = DATABASE()"
            + " AND table_name LIKE 'baton%' AND "
            + (isMariaDb ? "ignored = 'NO'" : "is_visible = 'YES'");
    return SchemaNames.of(
        connection,
        "SELECT table_name, ordinal_position, CONCAT_WS(' ', column_name,"
            + " CASE WHEN column_type = 'tinyint(1)' THEN 'boolean'"
            + " WHEN data_type IN ('bigint', 'int', 'smallint')"
            + " AND column_type NOT LIKE '%unsigned%' THEN data_type ELSE column_type END,"
            + " CASE is_nullable WHEN 'NO' THEN 'not null' END)"
            + " FROM information_schema.columns WHERE table_schema = DATABASE()"
            + " AND table_name LIKE 'baton%' UNION ALL SELECT "
            + name
            + ", seq_in_index, CASE WHEN sub_part IS NULL THEN column_name"
            + " ELSE CONCAT(column_name, '(', sub_part, ')') END"
            + usable
            + " UNION ALL SELECT "
            + name
            + ", 0, 'unique'"
            + usable
            + " AND non_unique = 0 AND seq_in_index = 1 LIMIT 100000");
  }

  @Override
  public List<StoreWarning> warnings(Connection connection) throws SQLException {
    return MySqlWarnings.of(connection);
  }

  @Override
  public ServerHistory newHistory() {
    return new MariaDbServers();
  }

  /** Uses a named lock. A row lock would not last, because each DDL statement commits. */
  @Override
  public void lockSchema(Connection connection) throws SQLException {
    if (!WrongSetting.finds(
        connection,
        "SELECT 1 FROM DUAL WHERE GET_LOCK('baton_schema', " + SCHEMA_LOCK_SECONDS + ") = 1")) {
      throw new SQLException(
          "Another node has been migrating Baton's tables for " + SCHEMA_LOCK_SECONDS + " s");
    }
  }

  @Override
  public void unlockSchema(Connection connection) throws SQLException {
    WrongSetting.finds(connection, "SELECT RELEASE_LOCK('baton_schema')");
  }
}
