package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * All that a simulation leaves to chance, from one number: the same on every JVM (SplitMix64). Used
 * by the thread that runs.
 */
public final class Chance implements RandomGenerator {
  private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

  private long state;

  public Chance(long seed) {
    state = seed;
  }

  @Override
  public long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** A source of its own, which goes on independently of this one. */
  public Chance split() {
    return new Chance(nextLong());
  }

  /** True with this probability. */
  public boolean happens(double probability) {
    return probability > 0 && nextDouble() < probability;
  }

  /** A number from the first to the last, both included. */
  public int between(int first, int last) {
    return first + nextInt(last - first + 1);
  }

  /** So many milliseconds, to the microsecond. */
  public Duration millis(int least, int most) {
    long micros = least * 1_000L + (long) (nextDouble() * (most - least) * 1_000);
    return Duration.ofNanos(micros * 1_000);
  }

  /** One of them. */
  public <T> T oneOf(List<T> some) {
    return some.get(nextInt(some.size()));
  }

  static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return z ^ (z >>> 31);
  }
}
