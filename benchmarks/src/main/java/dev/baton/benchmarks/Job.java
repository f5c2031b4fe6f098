package dev.baton.benchmarks;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One task of a benchmark.
 *
 * @param number from 0 on, within one run; the payload begins with it
 * @param kind the type of the task
 * @param key whose work it is, where the benchmark has keys
 * @param payloadBytes how long the payload is, 8 at least
 * @param runAt when it is due; null for now
 */
public record Job(
    long number, Kind kind, @Nullable String key, int payloadBytes, @Nullable Instant runAt) {

  /** The types of task. */
  public enum Kind {
    FAST,
    /** At most {@link Site#slowAtATime} of them at a time in each process. */
    SLOW
  }

  /** A job that is due now. */
  public static Job fast(long number, int payloadBytes) {
    return new Job(number, Kind.FAST, null, payloadBytes, null);
  }

  /** The payload as text of that many characters, for libraries that store text. */
  public String payload() {
    String head = Long.toString(number);
    return head + ".".repeat(Math.max(0, payloadBytes - head.length()));
  }

  /** The number that a payload begins with. */
  public static long numberOf(String payload) {
    int end = payload.indexOf('.');
    return Long.parseLong(end < 0 ? payload : payload.substring(0, end));
  }
}
