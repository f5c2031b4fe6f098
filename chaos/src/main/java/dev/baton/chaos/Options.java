package dev.baton.chaos;

import java.time.Duration;
import java.util.Optional;

/** What whoever starts the chaos may choose, by system properties. */
final class Options {
  private Options() {}

  /** {@code baton.chaos.seed}: repeats the choice of faults, though not their timing. */
  static long seed() {
    String text = System.getProperty("baton.chaos.seed", "");
    return text.isEmpty() ? System.nanoTime() % 1_000_000 : Long.parseLong(text);
  }

  /** {@code baton.chaos}: how long faults go on; empty: one of each kind. */
  static Optional<Duration> length() {
    String text = System.getProperty("baton.chaos", "");
    return text.isEmpty() ? Optional.empty() : Optional.of(Duration.parse(text));
  }
}
