package dev.baton.examples.payouts;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times in microseconds since 1970, comparable among the JVMs of one machine. */
public final class Micros {
  private Micros() {}

  public static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
