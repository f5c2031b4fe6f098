package dev.baton.jdbc.sql;

import java.time.Duration;

/** Durations as the databases take them. */
public final class Micros {
  private Micros() {}

  public static long of(Duration duration) {
    return Math.addExact(
        Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
  }
}
