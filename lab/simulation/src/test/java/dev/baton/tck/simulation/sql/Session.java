package dev.baton.tck.simulation.sql;

import dev.baton.tck.simulation.SimulatedNode;
import dev.baton.tck.simulation.Verb;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a node, with a real connection behind it until it is closed or breaks. A broken
 * one is rolled back at once, as by a server that notices the break.
 */
final class Session {
  private static final long FOREVER_MILLIS = 1_000_000_000L;

  private final SqlDatabase database;
  private final @Nullable SimulatedNode node;
  private @Nullable Real real;
  private boolean broken;
  private long lockWaitMillis;
  private long networkMillis;
  private @Nullable Verb verb;
  private String sql = "";
  private @Nullable Instant clockRead;

  /**
   * @param node null for a checker or an operator at the database, whose statements never fail
   */
  Session(SqlDatabase database, @Nullable SimulatedNode node, Real real) {
    this.database = database;
    this.node = node;
    this.real = real;
    this.lockWaitMillis = database.server().usualLockWaitMillis();
  }

  SqlDatabase database() {
    return database;
  }

  @Nullable SimulatedNode node() {
    return node;
  }

  boolean isOpen() {
    return real != null;
  }

  @Nullable Real real() {
    return real;
  }

  /** Returns the real connection; fails when this connection is closed or broken. */
  Real require() throws SQLException {
    if (broken || real == null) {
      throw database.server().connectionLost();
    }
    return real;
  }

  Connection connection() throws SQLException {
    return require().connection();
  }

  void lockWaitMillis(long millis) {
    lockWaitMillis = millis;
  }

  long lockWaitMillis() {
    return lockWaitMillis;
  }

  void networkMillis(long millis) {
    networkMillis = millis;
  }

  long networkMillis() {
    return networkMillis;
  }

  /** Returns how long a statement may wait: for the lock, or until the network timeout. */
  long lockWaitNanos() {
    long lock = lockWaitMillis == 0 ? FOREVER_MILLIS : lockWaitMillis;
    long network = networkMillis == 0 ? FOREVER_MILLIS : networkMillis;
    return Math.min(lock, network) * 1_000_000L;
  }

  /** Returns the exception of a statement that didn't get its lock in time. */
  SQLException waitedTooLong() {
    database.met(Trouble.LOCK_TIMEOUT);
    boolean network = networkMillis != 0 && (lockWaitMillis == 0 || networkMillis < lockWaitMillis);
    if (!network) {
      return database.server().lockTimeout();
    }
    breakOff();
    return database.server().connectionLost();
  }

  /** Runs a statement of this connection, with the faults on its way to the server and back. */
  <T> T statement(String sql, boolean writes, Waiting.Call<T> call) throws SQLException {
    verb = database.doing();
    this.sql = sql;
    if (node == null) {
      return done(sql, writes, database.waiting().run(this, call));
    }
    database.goThere(this, sql);
    T answer = database.waiting().run(this, call);
    // Checkers see the row before any thread acts on it.
    done(sql, writes, answer);
    database.comeBack(this, sql);
    return answer;
  }

  private <T> T done(String sql, boolean writes, T answer) throws SQLException {
    if (writes && connection().getAutoCommit()) {
      database.committed(this);
    }
    return answer;
  }

  /** Returns the node's store method at the last statement or commit. */
  @Nullable Verb verb() {
    return verb;
  }

  /** Returns the last statement. */
  String sql() {
    return sql;
  }

  /**
   * Returns the time that this transaction last read by a statement that reads only the clock; null
   * if it read none.
   */
  @Nullable Instant clockRead() {
    return clockRead;
  }

  void readsClock() {
    clockRead = database.now();
  }

  void commit() throws SQLException {
    verb = database.doing();
    if (node != null) {
      database.goThere(this, "COMMIT");
    }
    Connection connection = connection();
    database
        .waiting()
        .run(
            this,
            () -> {
              connection.commit();
              return true;
            });
    database.committed(this);
    clockRead = null;
    if (node != null) {
      database.comeBack(this, "COMMIT");
    }
  }

  void rollback(@Nullable Savepoint savepoint) throws SQLException {
    Connection connection = connection();
    if (savepoint == null) {
      connection.rollback();
      clockRead = null;
    } else {
      connection.rollback(savepoint);
    }
    database.waiting().released();
  }

  /** Drops the connection, as the network or the server does. Uncommitted changes are undone. */
  void breakOff() {
    broken = true;
    giveBack();
  }

  void close() {
    giveBack();
  }

  private void giveBack() {
    Real was = real;
    real = null;
    if (was != null) {
      database.takeBack(this, was);
    }
  }
}
