package dev.baton.examples.payouts.demo;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.examples.payouts.Adder;
import dev.baton.examples.payouts.CommitTimes;
import dev.baton.examples.payouts.input.InputRow;
import dev.baton.examples.payouts.input.InputRows;
import dev.baton.examples.payouts.input.PayoutInput;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Reads the input and adds its payouts, several at a time. All rows of one id go to the same
 * thread, so the first row of an id becomes the payout and later ones are duplicates.
 */
public final class Importer implements AutoCloseable {
  private static final long SECONDS_TO_STOP = 2;
  private static final int MOST_TRIES = 30;
  private static final long MILLIS_BETWEEN_TRIES = 500;

  private final Adder adder;
  private final ImportCounts counts;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopped;

  /** Receives the malformed rows. */
  @FunctionalInterface
  interface Complaints {
    void about(InputRow.Malformed row, long soFar);
  }

  Importer(Adder adder, ImportCounts counts) {
    this.adder = adder;
    this.counts = counts;
  }

  /** Adds every row and returns when all are committed. */
  void run(PayoutInput input, Complaints complaints) throws Exception {
    List<Lane> lanes = new ArrayList<>();
    List<Future<Void>> ends = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(adder.lanes());
    try {
      for (int i = 0; i < adder.lanes(); i++) {
        Lane lane = new Lane();
        lanes.add(lane);
        Callable<Void> work = () -> add(lane);
        ends.add(threads.submit(work));
      }
      read(input, lanes, complaints);
      for (Lane lane : lanes) {
        lane.end();
      }
      for (Future<Void> end : ends) {
        end.get();
      }
      if (stopped) {
        // A stopped import must not look like the end of the input.
        throw new InterruptedException("The import was stopped");
      }
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    } finally {
      threads.shutdownNow();
      ended.countDown();
    }
  }

  /** Stops adding rows and waits a moment until the current rows are committed. */
  @Override
  public void close() throws InterruptedException {
    stopped = true;
    ended.await(SECONDS_TO_STOP, TimeUnit.SECONDS);
  }

  private void read(PayoutInput input, List<Lane> lanes, Complaints complaints) throws Exception {
    // Read once: a query per row would take as long as adding the row.
    BitSet addedBefore = adder.addedBefore();
    try (InputRows rows = input.rows()) {
      for (InputRow row = rows.next(); row != null && !stopped; row = rows.next()) {
        counts.read(row);
        if (row instanceof InputRow.Malformed malformed) {
          complaints.about(malformed, counts.malformed());
        } else if (addedBefore.get((int) row.number())) {
          counts.ended(Adder.Added.BEFORE);
        } else if (row instanceof InputRow.Valid valid) {
          int lane = Math.floorMod(valid.payout().key().hashCode(), lanes.size());
          if (!lanes.get(lane).put(valid)) {
            return;
          }
        }
      }
    }
  }

  private Void add(Lane lane) throws Exception {
    CommitTimes times = adder.commitTimes();
    try {
      for (InputRow.Valid row = lane.take(); row != null && !stopped; row = lane.take()) {
        counts.ended(addPatiently(row, times));
        times.writeIfMany();
      }
      times.write();
      return null;
    } finally {
      lane.stop();
    }
  }

  /** Adds a row and retries if the database fails. */
  private Adder.Added addPatiently(InputRow.Valid row, CommitTimes times) throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        return adder.add(row, times);
      } catch (RequestRefusedException hopeless) {
        throw hopeless;
      } catch (Exception trouble) {
        if (tries == MOST_TRIES || trouble instanceof InterruptedException) {
          throw trouble;
        }
        Thread.sleep(MILLIS_BETWEEN_TRIES);
      }
    }
  }
}
