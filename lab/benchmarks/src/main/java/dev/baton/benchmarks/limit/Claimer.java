package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The one thread of a process that claims jobs: first those that this process just added, by id,
 * then those that a scan finds, many at a time.
 */
final class Claimer extends Thread {
  private static final int BATCH = 500;
  private static final long FULL_SCAN_NANOS = 1_000_000_000;

  /**
   * Longest time that a job may commit behind later jobs and still be found before the next poll.
   */
  private static final Duration LATE_COMMITS = Duration.ofMillis(100);

  private final Table table;
  private final long pollMillis;
  private final Connection connection;
  private final long owner;
  private final BlockingQueue<Claimed> added;
  private final Semaphore wake;
  private final Crew crew;
  private volatile boolean scanWanted = true;
  private volatile boolean stopping;

  /** The position where each kind's scan begins, so that it skips dead rows. */
  private final Map<Job.Kind, Instant> marks = new HashMap<>();

  private long lastFullScan = System.nanoTime();

  /**
   * @param pollMillis interval of the scans for jobs without a hint
   */
  Claimer(Held held, long pollMillis, BlockingQueue<Claimed> added, Semaphore wake, Crew crew)
      throws Exception {
    super("claimer");
    this.table = held.table();
    this.pollMillis = pollMillis;
    this.connection = held.connect();
    this.owner = held.owner();
    this.added = added;
    this.wake = wake;
    this.crew = crew;
    start();
  }

  /** Requests a scan for jobs that were not offered: jobs of other processes, or too many jobs. */
  void lookAround() {
    scanWanted = true;
    wake.release();
  }

  @Override
  public void run() {
    List<Claimed> offered = new ArrayList<>(BATCH);
    try (connection) {
      while (!stopping) {
        // Not in one expression: a value set during the wait must not be overwritten.
        if (!wake.tryAcquire(pollMillis, TimeUnit.MILLISECONDS)) {
          scanWanted = true;
        }
        wake.drainPermits();
        if (System.nanoTime() - lastFullScan > FULL_SCAN_NANOS) {
          marks.clear();
          lastFullScan = System.nanoTime();
          scanWanted = true;
        }
        claim(offered);
        if (!added.isEmpty()) {
          wake.release();
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException("Nothing can be claimed", e);
    }
  }

  private void claim(List<Claimed> offered) throws Exception {
    try {
      claimOffered(offered);
      if (scanWanted) {
        scanWanted = false;
        for (Job.Kind kind : Job.Kind.values()) {
          scan(kind);
        }
      }
    } catch (SQLException e) {
      Held.rollBackDeadlock(connection, e);
      // The jobs to claim are still ready.
      lookAround();
    }
  }

  private void claimOffered(List<Claimed> offered) throws Exception {
    added.drainTo(offered, BATCH);
    List<Claimed> fitting = new ArrayList<>(offered.size());
    Map<Job.Kind, Integer> taken = new HashMap<>();
    for (Claimed job : offered) {
      if (taken.merge(job.kind(), 1, Integer::sum) <= crew.room(job.kind())) {
        fitting.add(job);
      } else {
        scanWanted = true;
      }
    }
    offered.clear();
    if (!fitting.isEmpty()) {
      List<Long> ids = fitting.stream().map(Claimed::id).sorted().toList();
      List<Long> claimed = table.claimKnown(connection, owner, ids);
      if (claimed.size() == ids.size()) {
        crew.run(fitting);
      } else {
        crew.run(fitting.stream().filter(job -> claimed.contains(job.id())).toList());
      }
    }
  }

  private void scan(Job.Kind kind) throws Exception {
    int most = Math.min(BATCH, crew.room(kind));
    if (most <= 0) {
      scanWanted = true;
      return;
    }
    Instant since = marks.getOrDefault(kind, Instant.EPOCH);
    Table.Found found = table.claimNext(connection, owner, kind, since, most);
    crew.run(found.jobs());
    if (found.jobs().size() == most) {
      Instant mark = found.last().minus(LATE_COMMITS);
      marks.put(kind, mark.isAfter(since) ? mark : since);
      lookAround();
    }
  }

  void end() throws InterruptedException {
    stopping = true;
    wake.release();
    join();
  }
}
