package dev.baton.chaos.check;

import dev.baton.chaos.process.Database;
import dev.baton.chaos.record.Wait;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/**
 * The tasks that ran when a fault began, watched until the last of them has ended. The watch has
 * its own thread, so that it continues during the fault.
 */
public final class MetTasks {
  private final Database database;
  private final Set<String> left;
  private final Duration patience;
  private final Thread thread = new Thread(this::watch, "met-tasks");
  private volatile long endedAt = -1;

  private MetTasks(Database database, Set<String> running, Duration patience) {
    this.database = database;
    this.left = running;
    this.patience = patience;
  }

  public static MetTasks now(Database database, Duration patience) throws SQLException {
    MetTasks met = new MetTasks(database, database.running(), patience);
    met.thread.setDaemon(true);
    met.thread.start();
    return met;
  }

  /**
   * Returns when the last of them was seen to have ended, by the wall clock; -1 if not within the
   * time limit.
   */
  public long awaitEnd() throws InterruptedException {
    thread.join();
    return endedAt;
  }

  private void watch() {
    try {
      boolean ended =
          Wait.until(
              patience,
              () -> {
                left.retainAll(database.live(false));
                return left.isEmpty();
              });
      endedAt = ended ? System.currentTimeMillis() : -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
