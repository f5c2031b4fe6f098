package dev.baton.tck.simulation.sql;

import java.sql.SQLException;

/**
 * Runs calls that may wait for locks in the real database, so that other threads continue
 * meanwhile.
 */
interface Waiting {

  /** A call to run. */
  @FunctionalInterface
  interface Call<T> {
    T run() throws SQLException;
  }

  <T> T run(Session session, Call<T> call) throws SQLException;

  /** Notes that the last statement may have released locks. */
  void released();

  /** Ends the wait on this real connection, which is broken. */
  default void breakOff(long connection) {}

  default void close() {}
}
