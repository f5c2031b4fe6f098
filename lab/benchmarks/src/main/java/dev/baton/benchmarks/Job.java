package dev.baton.benchmarks;

import java.time.Instant;
import java.util.Random;
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

  /**
   * Made for the first payload: who only reads a number, as the first handler of a node does, pays
   * nothing for it.
   */
  private static final class Noise {
    private static final int LOG_OF_LENGTH = 20;
    private static final String TEXT = text();

    private static String text() {
      Random random = new Random(LOG_OF_LENGTH);
      StringBuilder text = new StringBuilder(1 << LOG_OF_LENGTH);
      for (int i = 0; i < 1 << LOG_OF_LENGTH; i++) {
        // 64 different ones, from 0 on.
        text.append((char) ('0' + random.nextInt(64)));
      }
      return text.toString().replace('\\', '~');
    }
  }

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

  /**
   * The payload as text of that many characters, for libraries that store text. It is as good as
   * random, or a database would store a megabyte in a few kilobytes.
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
   * An id that follows from the number and is as good as random, as those that consumers of events
   * derive from their messages. Each number has another.
   */
  public long ownId() {
    long mixed = (number + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    return mixed ^ (mixed >>> 31);
  }

  /** A key that no other job has. */
  public String uniqueKey() {
    return "order-" + number;
  }

  /** The number that a payload begins with. */
  public static long numberOf(String payload) {
    int end = payload.indexOf('.');
    return Long.parseLong(end < 0 ? payload : payload.substring(0, end));
  }
}
