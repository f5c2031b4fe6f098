package dev.baton.benchmarks.limit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The thread that writes the ends of jobs: at once if it is idle, and together if several ended
 * meanwhile.
 */
final class Finisher extends Thread {
  private static final int BATCH = 1_000;
  private static final long PATIENCE_MILLIS = 100;

  private record Ended(Claimed job, boolean good) {}

  private final BlockingQueue<Ended> queue = new LinkedBlockingQueue<>();
  private final Connection connection;
  private final Held held;
  private final Consumer<Claimed> again;
  private volatile boolean stopping;

  /**
   * @param again gets each failed job after it is ready again
   */
  Finisher(Held held, Consumer<Claimed> again) throws Exception {
    super("finisher");
    this.connection = held.connect();
    this.held = held;
    this.again = again;
    start();
  }

  void ended(Claimed job, boolean good) {
    queue.add(new Ended(job, good));
  }

  @Override
  public void run() {
    List<Ended> batch = new ArrayList<>(BATCH);
    try (connection) {
      while (!stopping || !queue.isEmpty()) {
        Ended first = queue.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch, BATCH - 1);
          write(batch);
          batch.clear();
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException("The ended jobs can't be written", e);
    }
  }

  private void write(List<Ended> batch) throws Exception {
    List<Long> good = batch.stream().filter(Ended::good).map(one -> one.job().id()).toList();
    List<Claimed> failed = batch.stream().filter(one -> !one.good()).map(Ended::job).toList();
    if (!good.isEmpty()) {
      commit(() -> held.table().finish(connection, held.keeps(), held.owner(), good));
    }
    if (!failed.isEmpty()) {
      List<Long> ids = failed.stream().map(Claimed::id).toList();
      commit(() -> held.table().again(connection, held.owner(), ids));
      failed.forEach(again);
    }
  }

  private interface Write {
    void run() throws SQLException;
  }

  /** Repeats the write until no deadlock stops it. */
  private void commit(Write write) throws SQLException {
    for (boolean done = false; !done; ) {
      try {
        write.run();
        done = true;
      } catch (SQLException e) {
        Held.rollBackDeadlock(connection, e);
      }
    }
  }

  /** Writes the remaining ends, then stops. */
  void end() throws InterruptedException {
    stopping = true;
    join();
  }
}
