package dev.baton.tck.simulation.sql;

import dev.baton.tck.simulation.SimulatedQueue;
import dev.baton.tck.simulation.Simulation;
import java.sql.SQLException;
import java.time.Duration;

/**
 * For databases that take a statement back when it can't have a lock, and leave its transaction as
 * it was: it is tried with hardly any wait, and again when others have let locks go.
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
        // A database undoes parts by itself, too.
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
