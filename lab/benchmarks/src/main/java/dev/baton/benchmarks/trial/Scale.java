package dev.baton.benchmarks.trial;

/** The length of the works of a run. */
public enum Scale {
  /** For tests: checks only that everything works. */
  TINY(1, 0.05),
  /** Short rounds: enough for ratios. */
  QUICK(3, 2),
  FULL(3, 8);

  private final int rounds;
  private final double seconds;

  Scale(int rounds, double seconds) {
    this.rounds = rounds;
    this.seconds = seconds;
  }

  /** Returns the default number of rounds of each work. */
  public int rounds() {
    return rounds;
  }

  /** Returns how many jobs keep a contender of this pace busy for the length of a measurement. */
  public int jobs(int perSecond) {
    return (int) Math.max(this == TINY ? 50 : 200, perSecond * seconds);
  }

  /**
   * Returns the number of jobs before a measurement, for new connections, statements, statistics
   * and caches.
   */
  public int warmUp(int perSecond) {
    return this == TINY ? 20 : (int) Math.min(15_000, Math.max(200, perSecond));
  }

  /**
   * Returns the longest time in seconds that a measurement of a steady flow may last, on any
   * machine.
   */
  public int mostSeconds() {
    return (int) Math.ceil(seconds * 2);
  }

  /** Returns one of three values. */
  public int of(int tiny, int quick, int full) {
    return switch (this) {
      case TINY -> tiny;
      case QUICK -> quick;
      case FULL -> full;
    };
  }

  public boolean isTiny() {
    return this == TINY;
  }

  public boolean isFull() {
    return this == FULL;
  }
}
