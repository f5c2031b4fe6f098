package dev.baton.tck.simulation.sql;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.tx.Transaction;
import org.jspecify.annotations.Nullable;

/** Runs H2 inside this JVM. */
final class H2Server implements Server {
  /** The bit of a transaction's state that says that a part was undone. */
  private static final long UNDONE = 1L << 45;

  private static final Field STATE = state();

  private static final Pattern SET = Pattern.compile("SET LOCK_TIMEOUT (\\d+)");

  @Override
  public String name() {
    return "h2";
  }

  @Override
  public DatabaseAddress newDatabase(Tables tables) throws SQLException {
    DatabaseAddress address = LocalH2.newDatabase();
    tables.makeIn(address);
    return address;
  }

  @Override
  public void drop(DatabaseAddress address) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    }
  }

  @Override
  public long prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCK_TIMEOUT 1");
      return Server.number(statement, "SELECT SESSION_ID()");
    }
  }

  @Override
  public List<String> logging() {
    List<String> all = new ArrayList<>();
    all.add("CREATE TABLE baton_sim_effect (name VARCHAR(200))");
    all.add(
        "CREATE TABLE baton_sim_log (seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
            + " session BIGINT, kind CHAR(1), name VARCHAR(200))");
    for (String table :
        List.of("baton_task", "baton_finished", "baton_sim_effect", "baton_pause")) {
      all.add(
          "CREATE TRIGGER "
              + table
              + "_sim AFTER INSERT, UPDATE, DELETE ON "
              + table
              + " FOR EACH ROW CALL '"
              + H2LogTrigger.class.getName()
              + "'");
    }
    all.add(
        "ALTER TABLE baton_finished ADD CONSTRAINT baton_sim_refused CHECK (result IS NULL OR"
            + " result <> X'"
            + Refused.HEX
            + "')");
    return all;
  }

  @Override
  public List<Integer> handlerIsolations() {
    return ISOLATIONS.subList(0, 2);
  }

  @Override
  public String clock() {
    return "(SELECT EXECUTING_STATEMENT_START FROM INFORMATION_SCHEMA.SESSIONS"
        + " WHERE SESSION_ID = SESSION_ID())";
  }

  @Override
  public String literal(Instant now) {
    return "CAST(TIMESTAMP WITH TIME ZONE '"
        + Texts.time(now)
        + "+00:00' AS TIMESTAMP(6) WITH TIME ZONE)";
  }

  @Override
  public List<String[]> takeChanges(Connection admin, long connection) throws SQLException {
    return Server.changes(
        admin,
        "SELECT kind, name FROM OLD TABLE (DELETE FROM baton_sim_log WHERE session = ?)"
            + " ORDER BY seq",
        connection);
  }

  @Override
  public @Nullable Long lockWaitMillis(String sql) {
    Matcher matcher = SET.matcher(sql);
    return matcher.matches() ? Long.valueOf(matcher.group(1)) : null;
  }

  @Override
  public boolean asksLockWait(String sql) {
    return sql.equals("SELECT LOCK_TIMEOUT()");
  }

  @Override
  public String lockWaitQuery(long millis) {
    return "SELECT " + millis;
  }

  @Override
  public long usualLockWaitMillis() {
    return 2_000;
  }

  /**
   * Clears the bit for an undone part. With this bit, H2 makes a waiting transaction check again
   * and again, without a pause, until the other transaction ends. The wait would be endless,
   * because the other thread doesn't run meanwhile.
   */
  @Override
  public void undone(Connection connection) {
    Transaction transaction =
        ((SessionLocal) ((JdbcConnection) connection).getSession()).getTransaction();
    if (transaction != null) {
      AtomicLong state = state(transaction);
      state.getAndUpdate(now -> now & ~UNDONE);
    }
  }

  private static Field state() {
    try {
      Field field = Transaction.class.getDeclaredField("statusAndLogId");
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AtomicLong state(Transaction transaction) {
    try {
      return (AtomicLong) STATE.get(transaction);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public SQLException lockTimeout() {
    return new SQLException("Timeout trying to lock a row", "HYT00", 50200);
  }

  @Override
  public SQLException deadlock() {
    return new SQLException("Deadlock detected", "40001", 40001);
  }

  @Override
  public SQLException connectionLost() {
    return new SQLException("The connection is broken", "90067", 90067);
  }

  @Override
  public Waiting waiting(SqlDatabase database) {
    return new RetriedWaiting(database);
  }
}
