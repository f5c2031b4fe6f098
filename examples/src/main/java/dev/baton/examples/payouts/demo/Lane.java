package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.input.InputRow;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A bounded queue of rows from the reader to one adding thread. */
final class Lane {
  private static final int LONGEST = 256;
  private static final long MILLIS_BETWEEN_LOOKS = 50;

  /** An empty entry marks the end. */
  private final BlockingQueue<Optional<InputRow.Valid>> rows = new ArrayBlockingQueue<>(LONGEST);

  private volatile boolean stopped;

  /** Waits for room. Returns false if no thread takes rows any more. */
  boolean put(InputRow.Valid row) throws InterruptedException {
    return put(Optional.of(row));
  }

  /** Marks the end of the rows. */
  void end() throws InterruptedException {
    put(Optional.empty());
  }

  /** Returns the next row; null at the end. */
  InputRow.@Nullable Valid take() throws InterruptedException {
    return rows.take().orElse(null);
  }

  /** Stops the queue: no row is taken any more. */
  void stop() {
    stopped = true;
  }

  private boolean put(Optional<InputRow.Valid> row) throws InterruptedException {
    while (!stopped) {
      if (rows.offer(row, MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return false;
  }
}
