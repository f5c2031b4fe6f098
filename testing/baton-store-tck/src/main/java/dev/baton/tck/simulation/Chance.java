package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The random source of a simulation. One number determines all its values, which are the same on
 * every JVM (SplitMix64). Used by the running thread only.
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

  /** Returns a new source that is independent of this one from now on. */
  public Chance split() {
    return new Chance(nextLong());
  }

  /** Returns true with this probability. */
  public boolean happens(double probability) {
    return probability > 0 && nextDouble() < probability;
  }

  /** Returns a number from the first to the last, both included. */
  public int between(int first, int last) {
    return first + nextInt(last - first + 1);
  }

  /** Returns a duration between these bounds in milliseconds, to the microsecond. */
  public Duration millis(int least, int most) {
    long micros = least * 1_000L + (long) (nextDouble() * (most - least) * 1_000);
    return Duration.ofNanos(micros * 1_000);
  }

  /** Returns one of the elements. */
  public <T> T oneOf(List<T> some) {
    return some.get(nextInt(some.size()));
  }

  static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return z ^ (z >>> 31);
  }
}
