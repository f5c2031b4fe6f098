package dev.baton.engine.sweep;

import java.time.Duration;
import java.time.Instant;

/**
 * The time from which the sweeper reads alarms of one kind: it has handled earlier ones. Where an
 * old snapshot keeps the index entries of what was seen to, looking at all of them again with every
 * round would cost more than all other work. Owned by the sweeper's loop.
 *
 * <p>An alarm may lie earlier: its transaction took long to commit. So every second or so all are
 * looked at, less often where that takes long, and a few seconds always.
 */
final class SweepWindow {
  /** Longer than commits take and clocks differ, mostly. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final Duration SHORTEST_REST = Duration.ofSeconds(1);
  private static final Duration LONGEST_REST = Duration.ofSeconds(10);
  private static final int RESTS = 19;

  /** No alarm lies earlier, unless something else has set it to what isn't a time. */
  static final Instant BEGINNING = Instant.parse("0001-01-01T00:00:00Z");

  private Instant seenTo = BEGINNING;
  private long lookAtAllNanos;

  SweepWindow(long nowNanos) {
    this.lookAtAllNanos = nowNanos;
  }

  /** From when on to look now; the beginning of time for all. */
  Instant since(long nowNanos) {
    return nowNanos - lookAtAllNanos >= 0 ? BEGINNING : seenTo;
  }

  /** All alarms from {@code since} up to that moment have been seen to. */
  void seen(Instant since, Instant upTo, long beganNanos, long endedNanos) {
    seenTo = upTo.minus(MARGIN);
    if (since.equals(BEGINNING)) {
      long rest = Math.min((endedNanos - beganNanos) * RESTS, LONGEST_REST.toNanos());
      lookAtAllNanos = endedNanos + Math.max(rest, SHORTEST_REST.toNanos());
    }
  }
}
