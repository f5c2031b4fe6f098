package dev.baton.benchmarks.limit;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * Notifies other processes of jobs: a separate connection sends a NOTIFY at once and then at most
 * once in ten milliseconds, so that no commit of a job waits for it.
 */
final class Hints {
  private static final long PAUSE_MILLIS = 10;
  private static final int PATIENCE_MILLIS = 100;

  private final Semaphore news = new Semaphore(0);
  private final Thread sender;
  private final Thread listener;
  private volatile boolean stopping;

  Hints(DataSource pool, Runnable heard) {
    sender = new Thread(() -> send(pool), "hints-out");
    listener = new Thread(() -> listen(pool, heard), "hints-in");
  }

  void startSending() {
    sender.start();
  }

  void startListening() {
    listener.start();
  }

  /** Makes other processes scan. */
  void tell() {
    if (news.availablePermits() == 0) {
      news.release();
    }
  }

  private void send(DataSource pool) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      while (!stopping) {
        if (news.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
          news.drainPermits();
          statement.execute("NOTIFY job");
          Thread.sleep(PAUSE_MILLIS);
        }
      }
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException("Can't send hints", e);
    }
  }

  private void listen(DataSource pool, Runnable heard) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("LISTEN job");
      PGConnection driver = connection.unwrap(PGConnection.class);
      while (!stopping) {
        if (driver.getNotifications(PATIENCE_MILLIS).length > 0) {
          heard.run();
        }
      }
      statement.execute("UNLISTEN *");
    } catch (SQLException e) {
      throw new IllegalStateException("Can't receive hints", e);
    }
  }

  void stop() throws InterruptedException {
    stopping = true;
    sender.join();
    listener.join();
  }
}
