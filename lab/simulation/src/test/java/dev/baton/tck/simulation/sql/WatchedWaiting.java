package dev.baton.tck.simulation.sql;

import dev.baton.tck.simulation.OutsideCalls;
import dev.baton.tck.simulation.OutsideCalls.BrokenOff;
import dev.baton.tck.simulation.OutsideCalls.Why;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Runs statements on databases that report which session waits for which. The statement waits in
 * the database, and another simulated thread continues.
 */
final class WatchedWaiting implements Waiting {
  private final SqlDatabase database;
  private final Locks locks;
  private final OutsideCalls calls;
  private final Map<Long, Session> waiting = new HashMap<>();

  /** The locks of a server. Thread-safe. */
  interface Locks extends AutoCloseable {
    /**
     * Returns the sessions for which each of these waits, if the server does not find deadlocks
     * itself.
     */
    Map<Long, Set<Long>> waitsFor(List<Long> sessions) throws SQLException;

    void cancel(long session) throws SQLException;

    /** Pauses this session, where the server allows that. */
    default void hold(long session) {}

    default void letGoOn(long session) {}

    @Override
    void close() throws SQLException;
  }

  WatchedWaiting(SqlDatabase database, Locks locks) {
    this.database = database;
    this.locks = locks;
    this.calls = new OutsideCalls(database.clockwork(), new Outside());
  }

  @Override
  public <T> T run(Session session, Call<T> call) throws SQLException {
    long id = session.require().id();
    waiting.put(id, session);
    try {
      return calls.call(id, Duration.ofNanos(session.lockWaitNanos()), call::run);
    } catch (BrokenOff e) {
      throw told(session, e.why());
    } catch (SQLException e) {
      database.failed(e);
      throw e;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      waiting.remove(id, session);
      if (!waiting.isEmpty() && session.isOpen()) {
        // Checkers see this commit before the commits of sessions that waited for it.
        database.committed(session);
      }
      calls.settle();
    }
  }

  private SQLException told(Session session, Why why) {
    return switch (why) {
      case TIME -> session.waitedTooLong();
      case CIRCLE -> {
        database.met(Trouble.DEADLOCK);
        yield database.server().deadlock();
      }
      case GONE -> database.server().connectionLost();
    };
  }

  @Override
  public void released() {
    calls.settle();
  }

  @Override
  public void breakOff(long session) {
    calls.breakOff(session, Why.GONE);
  }

  @Override
  public void close() {
    calls.close();
    try {
      locks.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Outside implements OutsideCalls.Outside {
    @Override
    public Map<Long, Set<Long>> waitsFor(List<Long> sessions) {
      return asked(() -> locks.waitsFor(sessions));
    }

    @Override
    public void hold(long session) {
      locks.hold(session);
    }

    @Override
    public void letGoOn(long session) {
      locks.letGoOn(session);
    }

    @Override
    public void cancel(long session) {
      asked(
          () -> {
            locks.cancel(session);
            return true;
          });
    }

    /** Shows a commit that the session made by itself now, and not at its turn. */
    @Override
    public void cameBack(long session) {
      Session of = waiting.get(session);
      if (of != null && of.isOpen()) {
        asked(
            () -> {
              database.committed(of);
              return true;
            });
      }
    }

    @Override
    public void waits(long session) {
      database.metLock();
    }

    /** Records a deadlock. A session that belongs to no node is not Baton's. */
    @Override
    public void circle(Set<Long> sessions) {
      List<Session> all = sessions.stream().map(waiting::get).filter(Objects::nonNull).toList();
      if (all.size() == sessions.size()) {
        database.circle(all);
      }
    }

    private <T> T asked(Call<T> call) {
      try {
        return call.run();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
