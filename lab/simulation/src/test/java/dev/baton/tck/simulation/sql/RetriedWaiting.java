package dev.baton.tck.simulation.sql;

import dev.baton.tck.simulation.SimulatedQueue;
import dev.baton.tck.simulation.Simulation;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Runs statements on databases that undo only the statement when it can't get a lock. The statement
 * is tried with a very short wait, and again after others have released locks.
 */
final class RetriedWaiting implements Waiting {
  private final Simulation simulation;
  private final SqlDatabase database;
  private final SimulatedQueue queue;

  RetriedWaiting(SqlDatabase database) {
    this.database = database;
    this.simulation = database.clockwork();
    this.queue = new SimulatedQueue(simulation);
  }

  @Override
  public <T> T run(Session session, Call<T> call) throws SQLException {
    long end = simulation.nowNanos() + session.lockWaitNanos();
    while (true) {
      try {
        // A database also undoes parts of a transaction by itself.
        database.undone();
        return call.run();
      } catch (SQLException e) {
        if (e.getErrorCode() != database.server().lockTimeout().getErrorCode()) {
          database.failed(e);
          throw e;
        }
        if (simulation.nowNanos() >= end) {
          throw session.waitedTooLong();
        }
        database.metLock();
        queue.await(Duration.ofNanos(end - simulation.nowNanos()));
        session.require();
      }
    }
  }

  @Override
  public void released() {
    queue.wakeAll();
  }
}
