package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The trace of a simulation: a hash of everything that happened, and optionally its last lines. */
public final class Trace {
  private final int lines;
  private final ArrayDeque<String> last = new ArrayDeque<>();
  private long hash = 17;

  /**
   * Creates a trace.
   *
   * @param lines how many lines are kept; zero for the hash alone, which is much faster
   */
  public Trace(int lines) {
    this.lines = lines;
  }

  void step(long nowNanos, int thread, String what) {
    hash = Chance.mix(hash + nowNanos * 31 + thread * 1_000_003L + what.hashCode());
  }

  /** Writes a line, if lines are kept. */
  void line(long nowNanos, Object who, Supplier<String> text) {
    if (lines == 0) {
      return;
    }
    if (last.size() == lines) {
      last.removeFirst();
    }
    Duration at = Duration.ofNanos(nowNanos);
    last.addLast(
        String.format(
            "%4d.%06d %-28s %s", at.toSeconds(), at.toNanosPart() / 1_000, who, text.get()));
  }

  /** Returns a hash that is equal for equal histories. */
  public long hash() {
    return hash;
  }

  /** Returns the last lines. */
  public List<String> lines() {
    return new ArrayList<>(last);
  }
}
