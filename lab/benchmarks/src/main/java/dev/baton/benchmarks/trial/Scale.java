package dev.baton.benchmarks.trial;

/** How long the works of a run are. */
public enum Scale {
  /** For tests: whether it works at all. */
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

  /** Rounds of each work, where nothing else is asked for. */
  public int rounds() {
    return rounds;
  }

  /** So many jobs that a contender of this pace is busy for the length of a measurement. */
  public int jobs(int perSecond) {
    return (int) Math.max(this == TINY ? 50 : 200, perSecond * seconds);
  }

  /** Jobs that a trial begins with: connections, statements, statistics and caches are new. */
  public int warmUp(int perSecond) {
    return this == TINY ? 20 : (int) Math.min(15_000, Math.max(200, perSecond));
  }

  /** The longest that a measurement of a steady flow may last, on however slow a machine. */
  public int mostSeconds() {
    return (int) Math.ceil(seconds * 2);
  }

  /** One of three values. */
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
