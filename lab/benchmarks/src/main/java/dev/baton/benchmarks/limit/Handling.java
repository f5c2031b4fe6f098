package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Contender;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The way in which a thread handles a claimed job. */
interface Handling {
  void run(Claimed job);

  /** Runs the job and writes its end together with others. */
  static Handling withOthers(Contender.Handler handler, Finisher finisher) {
    return job -> {
      boolean good = true;
      try {
        handler.run(job.number());
      } catch (Exception failed) {
        good = false;
      }
      finisher.ended(job, good);
    };
  }

  /** Runs the job in a transaction that also writes its end. */
  static Handling inTransaction(Contender.Handler handler, Held held, Finisher finisher) {
    return job -> {
      try (Connection connection = held.connect()) {
        commit(connection, handler, held, job);
      } catch (Exception failed) {
        finisher.ended(job, false);
      }
    };
  }

  private static void commit(
      Connection connection, Contender.Handler handler, Held held, Claimed job) throws Exception {
    connection.setAutoCommit(false);
    try {
      handler.run(job.number(), connection);
      held.table().finish(connection, held.keeps(), held.owner(), List.of(job.id()));
      connection.commit();
    } catch (Exception e) {
      rollBack(connection, e);
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static void rollBack(Connection connection, Exception why) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      why.addSuppressed(e);
    }
  }
}
