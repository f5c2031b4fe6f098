package dev.baton.engine.sweep;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The time from which the sweeper reads alarms, because it has handled all earlier ones. An alarm
 * is the time at which the sweeper must look at a task. If an old snapshot keeps the index entries
 * of handled alarms, reading all of them in every round would cost more than all other work. Only
 * the sweeper's loop uses it.
 *
 * <p>An alarm may become visible late, because its transaction took long to commit. So each round
 * reads the last few seconds again. About once a second it reads all alarms, or less often if that
 * takes long.
 */
final class SweepWindow {
  /** Time that is longer than most commits, and than the difference of most clocks. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final Duration SHORTEST_REST = Duration.ofSeconds(1);
  private static final Duration LONGEST_REST = Duration.ofSeconds(10);
  private static final int RESTS = 19;

  /** No alarm is earlier, unless another program has set an invalid time. */
  static final Instant BEGINNING = LocalDate.of(1, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC);

  private Instant seenTo = BEGINNING;
  private long lookAtAllNanos;

  SweepWindow(long nowNanos) {
    this.lookAtAllNanos = nowNanos;
  }

  /** Returns the time from which to read; {@link #BEGINNING} to read all alarms. */
  Instant since(long nowNanos) {
    return nowNanos - lookAtAllNanos >= 0 ? BEGINNING : seenTo;
  }

  /** Records that all alarms from {@code since} to {@code upTo} have been handled. */
  void seen(Instant since, Instant upTo, long beganNanos, long endedNanos) {
    seenTo = upTo.minus(MARGIN);
    if (since.equals(BEGINNING)) {
      long rest = Math.min((endedNanos - beganNanos) * RESTS, LONGEST_REST.toNanos());
      lookAtAllNanos = endedNanos + Math.max(rest, SHORTEST_REST.toNanos());
    }
  }
}
