package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.input.PayoutInput;
import dev.baton.examples.payouts.site.Tally;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Polls the tables until every payout has ended, and shows the progress. Used by one thread. */
final class Watch {
  private static final long SHORTEST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  /** The pause after a poll is this many times as long as the poll. */
  private static final int PAUSES_PER_LOOK = 20;

  /**
   * After this time without an ended payout, the watch asks whether the outstanding tasks can still
   * end.
   */
  private static final long QUIET_NANOS = 3_000_000_000L;

  private final PayoutInput input;
  private final ImportCounts counts;
  private final Tally tally;
  private final Predicate<UUID> isUnderWay;
  private final Screen screen;
  private final Midway midway;
  private final long begin = System.nanoTime();

  private long ended = -1;
  private long endedSince;

  /** An action that happens once, midway through the run. */
  @FunctionalInterface
  interface Midway {
    /** Called after every poll, and a last time when all payouts have ended. */
    void perhaps(long ended, long total) throws InterruptedException;
  }

  Watch(
      PayoutInput input,
      ImportCounts counts,
      Tally tally,
      Predicate<UUID> isUnderWay,
      Screen screen,
      Midway midway) {
    this.input = input;
    this.counts = counts;
    this.tally = tally;
    this.isUnderWay = isUnderWay;
    this.screen = screen;
    this.midway = midway;
  }

  /** Returns when the import is over and no more payouts will end. */
  void untilTheEnd(Future<Void> importing) throws Exception {
    while (true) {
      long before = System.nanoTime();
      boolean imported = importing.isDone();
      if (imported) {
        requireSuccess(importing);
      }
      look();
      if (imported && isOver()) {
        return;
      }
      long looked = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
      long pause = Math.max(SHORTEST_PAUSE_MILLIS, looked * PAUSES_PER_LOOK);
      Thread.sleep(Math.min(pause, LONGEST_PAUSE_MILLIS));
    }
  }

  private void look() throws SQLException, InterruptedException {
    long paid = tally.ledgerRows();
    long refused = tally.refused();
    long now = System.nanoTime();
    if (paid + refused != ended) {
      ended = paid + refused;
      endedSince = now;
    }
    screen.status(
        String.format(
            "%4d s   %,d of %,d rows read   %,d paid   %,d retried   %,d failed for good"
                + "   %,d to go",
            TimeUnit.NANOSECONDS.toSeconds(now - begin),
            counts.rows(),
            input.rowCount(),
            paid,
            tally.retried(),
            refused,
            Math.max(0, counts.added() - ended)));
    midway.perhaps(ended, counts.added() + input.rowCount() - counts.rows());
  }

  private boolean isOver() throws SQLException {
    if (ended >= counts.added() && tally.outstanding().isEmpty()) {
      return true;
    }
    boolean quiet = System.nanoTime() - endedSince > QUIET_NANOS;
    return quiet && tally.outstanding().stream().noneMatch(isUnderWay);
  }

  private static void requireSuccess(Future<Void> importing) throws Exception {
    try {
      importing.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }
}
