package dev.baton.jdbc;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** MySQL 8.0 and MariaDB 10.6 and later, with either driver. */
final class MySqlDialect implements Dialect {
  private static final int DUPLICATE_ENTRY = 1062;
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  /** How insert-key tells of a taken key. */
  private static final int MORE_THAN_ONE_ROW = 1242;

  private static final int DEADLOCK = 1213;
  private static final int RECORD_CHANGED = 1020;
  private static final int PACKET_TOO_LARGE = 1153;
  private static final int OPTION_FORBIDS = 1290;
  private static final int READ_ONLY_TRANSACTION = 1792;
  private static final int READ_ONLY_MODE = 1836;
  private static final int SCHEMA_LOCK_SECONDS = 60;

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
        Map.entry("byTask", "FORCE INDEX (baton_key_task)"),
        Map.entry("task", Rows.TASK),
        Map.entry("outline", Rows.OUTLINE),
        Map.entry("candidate", Rows.CANDIDATE),
        Map.entry("finished", Rows.FINISHED),
        Map.entry("finishedOutline", Rows.FINISHED_OUTLINE),
        Map.entry("alarm", "FORCE INDEX (baton_task_alarm)"),
        Map.entry("ready", "FORCE INDEX (baton_task_ready)"));
  }

  @Override
  public Verbs verbs(Statements statements) {
    LockingClaims claims = new LockingClaims(statements);
    return new Verbs(
        new LockingAdds(statements),
        claims,
        new LockingCompletions(statements),
        claims,
        new LockingQueues(statements, new GroupedHeads(statements)));
  }

  @Override
  public boolean oneStatementPerVerb() {
    return false;
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

  /** As a text in UTC: drivers convert other classes by the zone of the JVM or the session. */
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

  @Override
  public void planAnew(PreparedStatement statement) {}

  /** For the next transaction only: nothing to restore, one round trip instead of two. */
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
  public boolean isDuplicateKey(SQLException e) {
    return e.getErrorCode() == DUPLICATE_ENTRY || e.getErrorCode() == MORE_THAN_ONE_ROW;
  }

  @Override
  public boolean isConflict(SQLException e) {
    int code = e.getErrorCode();
    return code == DEADLOCK || code == LOCK_WAIT_TIMEOUT || code == RECORD_CHANGED;
  }

  @Override
  public boolean isLockTimeout(SQLException e) {
    return e.getErrorCode() == LOCK_WAIT_TIMEOUT;
  }

  @Override
  public String lockWait() {
    return "SELECT @@SESSION.innodb_lock_wait_timeout";
  }

  @Override
  public String lockWaitOf(String length) {
    return "SET SESSION innodb_lock_wait_timeout = " + length;
  }

  @Override
  public String shortestLockWait() {
    return "1";
  }

  /** 1290 is for any option that forbids a statement; of those only read_only forbids Baton's. */
  @Override
  public boolean isReadOnly(SQLException e) {
    int code = e.getErrorCode();
    return code == READ_ONLY_TRANSACTION
        || code == READ_ONLY_MODE
        || (code == OPTION_FORBIDS
            && String.valueOf(e.getMessage()).replace('_', '-').contains("read-only"));
  }

  @Override
  public boolean hasTable(Connection connection, String name) throws SQLException {
    return BatonSchema.finds(
        connection,
        "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE()"
            + " AND table_name = '"
            + name
            + "'");
  }

  @Override
  public List<String> weakSettings(Connection connection) throws SQLException {
    return BatonSchema.finds(
            connection, "SELECT 1 FROM DUAL WHERE @@innodb_flush_log_at_trx_commit <> 1")
        ? List.of("innodb_flush_log_at_trx_commit is not 1 (set it to 1)")
        : List.of();
  }

  @Override
  public String advice(SQLException e) {
    String setting =
        "set max_allowed_packet of the server to at least 40M (a payload may have 16M, and is sent"
            + " escaped), or store the payload elsewhere and put a reference into the task";
    if (e.getErrorCode() == PACKET_TOO_LARGE
        || String.valueOf(e.getMessage()).contains("max_allowed_packet")) {
      return "The statement is larger than the server takes at once: " + setting;
    }
    String state = e.getSQLState();
    // The server hangs up on a packet that is too large, before the driver can read why.
    return state != null && state.startsWith("08")
        ? "If a large payload was being written: " + setting
        : "";
  }

  @Override
  public boolean lead(
      Statements statements, Connection connection, String duty, UUID node, Duration term)
      throws SQLException {
    return Lead.takeOrKeep(statements, connection, duty, node, term);
  }

  /** A named lock: each DDL statement commits, so no row lock would last. */
  @Override
  public boolean canNotify() {
    return false;
  }

  @Override
  public void lockSchema(Connection connection) throws SQLException {
    if (!BatonSchema.finds(
        connection,
        "SELECT 1 FROM DUAL WHERE GET_LOCK('baton_schema', " + SCHEMA_LOCK_SECONDS + ") = 1")) {
      throw new SQLException(
          "Another node has been changing Baton's tables for " + SCHEMA_LOCK_SECONDS + " s");
    }
  }

  @Override
  public void unlockSchema(Connection connection) throws SQLException {
    BatonSchema.finds(connection, "SELECT RELEASE_LOCK('baton_schema')");
  }
}
