package dev.baton.tck.simulation.sql;

import java.sql.SQLException;

/** Runs what may wait for locks in the real database, so that other threads go on meanwhile. */
interface Waiting {

  /** What is run. */
  @FunctionalInterface
  interface Call<T> {
    T run() throws SQLException;
  }

  <T> T run(Session session, Call<T> call) throws SQLException;

  /** Locks may have been let go by what was just done. */
  void released();

  /** What waits on this real connection is broken off, since it is gone. */
  default void breakOff(long connection) {}

  default void close() {}
}
