package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL primary and its standby, and the one URL under which clients find the primary. */
final class Pair implements AutoCloseable {
  private static final String NAME = "payouts";
  private static final long MAX_WAIT_SECONDS = 60;

  private final LocalPostgres primary = LocalPostgres.temporary(Map.of());
  private final DatabaseAddress first = primary.database(NAME);
  private final LocalPostgres standby;

  private Pair() {
    this.standby = primary.newStandby();
  }

  /** Commits don't wait for the standby. */
  static Pair asynchronous() {
    return new Pair();
  }

  /** Commits wait until the standby has them on its disk. */
  static Pair synchronous() throws Exception {
    Pair pair = new Pair();
    ask(pair.first, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    ask(pair.first, "SELECT pg_reload_conf()");
    pair.await("sync", "SELECT sync_state FROM pg_stat_replication");
    return pair;
  }

  /** Leads to whichever of the two is the primary. */
  DatabaseAddress address() {
    return new DatabaseAddress(
        "jdbc:postgresql://127.0.0.1:"
            + primary.port()
            + ",127.0.0.1:"
            + standby.port()
            + "/"
            + NAME
            + "?targetServerType=primary&connectTimeout=2&socketTimeout=5&hostRecheckSeconds=1",
        first.user(),
        first.password());
  }

  /** The standby's database, which only it answers for. */
  DatabaseAddress second() {
    return standby.existing(NAME);
  }

  /** The standby gets nothing from here on. */
  void cutStandbyOff() throws Exception {
    ask(second(), "ALTER SYSTEM SET primary_conninfo = ''");
    ask(second(), "SELECT pg_reload_conf()");
    await("0", "SELECT count(*) FROM pg_stat_replication");
  }

  void killPrimary() {
    primary.kill();
  }

  /** The primary keeps its connections, and answers nobody. */
  void stopPrimary() {
    primary.pause();
  }

  /** It goes on as if nothing had happened, beside the new one. */
  void letPrimaryGoOn() {
    primary.goOn();
  }

  /** Makes the standby the primary; answers when it takes writes. */
  void promote() throws SQLException {
    ask(second(), "SELECT pg_promote(true, 60)");
    // The new primary has no standby of its own to wait for.
    ask(second(), "ALTER SYSTEM RESET synchronous_standby_names");
    ask(second(), "SELECT pg_reload_conf()");
  }

  private void await(String wanted, String question) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS);
    while (!wanted.equals(ask(first, question))) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("Not " + wanted + ": " + question);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private static String ask(DatabaseAddress address, String sql) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet rows = statement.getResultSet()) {
        return rows.next() ? rows.getString(1) : "";
      }
    }
  }

  @Override
  public void close() {
    standby.stop();
    primary.stop();
  }
}
