package dev.baton.tck.simulation.sql;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs PostgreSQL. Locks are read as PostgreSQL's own isolation tester reads them. The server does
 * nothing by itself: no vacuum, and no search for deadlocks after a timeout.
 */
final class PostgresServer implements Server {
  private static final Pattern SET = Pattern.compile("SET LOCAL lock_timeout = '(\\d+)(ms)?'");

  private final LocalPostgres local =
      LocalPostgres.temporary(
          Map.of(
              "autovacuum", "off",
              "deadlock_timeout", "1h",
              "fsync", "off",
              "synchronous_commit", "off",
              "full_page_writes", "off",
              "max_connections", "300",
              "max_parallel_workers_per_gather", "0",
              "jit", "off"));

  @Override
  public String name() {
    return "postgresql";
  }

  private final ProcessSignals signals = new ProcessSignals();
  private final AtomicInteger copies = new AtomicInteger();
  private @Nullable DatabaseAddress template;

  /** Creates a copy of the first database. */
  @Override
  public synchronized DatabaseAddress newDatabase(Tables tables) throws SQLException {
    DatabaseAddress from = template;
    if (from == null) {
      from = local.newDatabase();
      tables.makeIn(from);
      template = from;
    }
    String name = "copy_" + copies.incrementAndGet();
    run("CREATE DATABASE " + name + " TEMPLATE " + nameOf(from));
    return local.database(name);
  }

  @Override
  public void drop(DatabaseAddress address) throws SQLException {
    run("DROP DATABASE " + nameOf(address) + " WITH (FORCE)");
  }

  private static String nameOf(DatabaseAddress address) {
    return address.url().replaceFirst(".*/([a-z0-9_]+)(\\?.*)?$", "$1");
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = local.database("postgres").connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public Connection connect(DatabaseAddress address) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", address.user());
    properties.setProperty("password", address.password());
    properties.setProperty("prepareThreshold", "0");
    return DriverManager.getConnection(address.url(), properties);
  }

  @Override
  public long prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return Server.number(statement, "SELECT pg_backend_pid()");
    }
  }

  @Override
  public List<String> logging() {
    List<String> all = new ArrayList<>();
    all.add("CREATE UNLOGGED TABLE baton_sim_effect (name text)");
    all.add(
        "CREATE UNLOGGED TABLE baton_sim_log (seq bigserial, session bigint, kind text, name"
            + " text)");
    all.add(
        "CREATE FUNCTION baton_sim_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " INSERT INTO baton_sim_log (session, kind, name) VALUES (pg_backend_pid(), 't',"
            + " CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END::text);"
            + " RETURN NULL; END $$");
    all.add(
        "CREATE FUNCTION baton_sim_note_batch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " IF TG_OP <> 'INSERT' THEN INSERT INTO baton_sim_log (session, kind, name)"
            + " SELECT pg_backend_pid(), 't', i::text FROM unnest(OLD.ids) i; END IF;"
            + " IF TG_OP <> 'DELETE' THEN INSERT INTO baton_sim_log (session, kind, name)"
            + " SELECT pg_backend_pid(), 't', i::text FROM unnest(NEW.ids) i; END IF;"
            + " RETURN NULL; END $$");
    all.add(
        "CREATE FUNCTION baton_sim_note_effect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " INSERT INTO baton_sim_log (session, kind, name) VALUES (pg_backend_pid(), 'e',"
            + " NEW.name); RETURN NULL; END $$");
    all.add(
        "CREATE FUNCTION baton_sim_note_pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " INSERT INTO baton_sim_log (session, kind, name) VALUES (pg_backend_pid(), 'p', '');"
            + " RETURN NULL; END $$");
    all.add(trigger("baton_task", "baton_sim_note"));
    all.add(trigger("baton_finished", "baton_sim_note"));
    all.add(trigger("baton_shared_row", "baton_sim_note_batch"));
    all.add(trigger("baton_sim_effect", "baton_sim_note_effect"));
    all.add(trigger("baton_pause", "baton_sim_note_pause"));
    all.add(
        "ALTER TABLE baton_finished ADD CONSTRAINT baton_sim_refused CHECK (result IS NULL OR"
            + " result <> '\\x"
            + Refused.HEX
            + "'::bytea)");
    return all;
  }

  private static String trigger(String table, String function) {
    return "CREATE TRIGGER sim AFTER INSERT OR UPDATE OR DELETE ON "
        + table
        + " FOR EACH ROW EXECUTE FUNCTION "
        + function
        + "()";
  }

  @Override
  public List<Integer> handlerIsolations() {
    return ISOLATIONS.subList(0, 1);
  }

  @Override
  public String clock() {
    return "statement_timestamp()";
  }

  @Override
  public String literal(Instant now) {
    return "'" + Texts.time(now) + "Z'::timestamptz";
  }

  @Override
  public List<String[]> takeChanges(Connection admin, long connection) throws SQLException {
    return Server.changes(
        admin,
        "WITH d AS (DELETE FROM baton_sim_log WHERE session = ? RETURNING seq, kind, name)"
            + " SELECT kind, name FROM d ORDER BY seq",
        connection);
  }

  @Override
  public @Nullable Long lockWaitMillis(String sql) {
    Matcher matcher = SET.matcher(sql);
    return matcher.matches() ? Long.valueOf(matcher.group(1)) : null;
  }

  @Override
  public boolean asksLockWait(String sql) {
    return sql.equals("SHOW lock_timeout");
  }

  @Override
  public String lockWaitQuery(long millis) {
    return "SELECT '" + millis + "ms'";
  }

  /** Returns PostgreSQL's default: no limit. */
  @Override
  public long usualLockWaitMillis() {
    return 0;
  }

  @Override
  public SQLException lockTimeout() {
    return new SQLException("canceling statement due to lock timeout", "55P03");
  }

  @Override
  public SQLException deadlock() {
    return new SQLException("deadlock detected", "40P01");
  }

  @Override
  public SQLException connectionLost() {
    return new SQLException("This connection is broken", "08006");
  }

  @Override
  public Waiting waiting(SqlDatabase database) throws SQLException {
    // In another database: in the same one, a snapshot taken meanwhile would keep deleted rows.
    return new WatchedWaiting(database, new Locks(connect(local.database("postgres")), signals));
  }

  /** Reads the server's locks on a separate connection. */
  private static final class Locks implements WatchedWaiting.Locks {
    private final Connection connection;
    private final ProcessSignals signals;

    Locks(Connection connection, ProcessSignals signals) {
      this.connection = connection;
      this.signals = signals;
    }

    @Override
    public synchronized Map<Long, Set<Long>> waitsFor(List<Long> sessions) throws SQLException {
      Map<Long, Set<Long>> waiting = new HashMap<>();
      try (PreparedStatement statement =
          connection.prepareStatement(
              "SELECT w, unnest(pg_blocking_pids(w)) FROM unnest(?::integer[]) w")) {
        statement.setArray(1, connection.createArrayOf("integer", sessions.toArray()));
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            waiting.computeIfAbsent(rows.getLong(1), w -> new HashSet<>()).add(rows.getLong(2));
          }
        }
      }
      return waiting;
    }

    @Override
    public void hold(long session) {
      signals.send("STOP", session);
    }

    @Override
    public void letGoOn(long session) {
      signals.send("CONT", session);
    }

    @Override
    public synchronized void cancel(long session) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SELECT pg_cancel_backend(" + session + ")");
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
