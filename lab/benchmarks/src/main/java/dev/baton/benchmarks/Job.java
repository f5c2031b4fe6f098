package dev.baton.benchmarks;

import java.time.Instant;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One task of a benchmark.
 *
 * @param number counts from 0 within one run; the payload begins with it
 * @param kind the type of the task
 * @param key the job's key, if the benchmark has keys
 * @param payloadBytes the length of the payload, at least 8
 * @param runAt when it is due; null for now
 */
public record Job(
    long number, Kind kind, @Nullable String key, int payloadBytes, @Nullable Instant runAt) {

  /**
   * Created for the first payload. A process that only reads the number, as a node's first handler
   * does, doesn't pay for it.
   */
  private static final class Noise {
    private static final int LOG_OF_LENGTH = 20;
    private static final String TEXT = text();

    private static String text() {
      Random random = new Random(LOG_OF_LENGTH);
      StringBuilder text = new StringBuilder(1 << LOG_OF_LENGTH);
      for (int i = 0; i < 1 << LOG_OF_LENGTH; i++) {
        // 64 different characters, from 0 on.
        text.append((char) ('0' + random.nextInt(64)));
      }
      return text.toString().replace('\\', '~');
    }
  }

  /** The types of task. */
  public enum Kind {
    FAST,
    /** At most {@link Site#slowAtATime} of these jobs run at a time in each process. */
    SLOW
  }

  /** Returns a job that is due now. */
  public static Job fast(long number, int payloadBytes) {
    return new Job(number, Kind.FAST, null, payloadBytes, null);
  }

  /**
   * Returns the payload as text of that many characters, for libraries that store text. The text is
   * pseudo-random; otherwise a database would compress a megabyte to a few kilobytes.
   */
  public String payload() {
    String head = Long.toString(number);
    StringBuilder text = new StringBuilder(payloadBytes).append(head);
    if (text.length() < payloadBytes) {
      text.append('.');
    }
    String noise = Noise.TEXT;
    int at = (int) (number * 7919 % (noise.length() / 2));
    while (text.length() < payloadBytes) {
      int some = Math.min(payloadBytes - text.length(), noise.length() - at);
      text.append(noise, at, at + some);
      at = 0;
    }
    return text.toString();
  }

  /**
   * Returns a pseudo-random id for the number, like ids that consumers of events derive from their
   * messages. Each number has a different id.
   */
  public long ownId() {
    long mixed = (number + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    return mixed ^ (mixed >>> 31);
  }

  /** Returns a key that no other job has. */
  public String uniqueKey() {
    return "order-" + number;
  }

  /** Returns the number at the beginning of a payload. */
  public static long numberOf(String payload) {
    int end = payload.indexOf('.');
    return Long.parseLong(end < 0 ? payload : payload.substring(0, end));
  }
}
