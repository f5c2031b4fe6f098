package dev.baton.jdbc;

import java.time.Duration;

/** Durations as the databases take them. */
final class Micros {
  private Micros() {}

  static long of(Duration duration) {
    return Math.addExact(
        Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
  }
}
