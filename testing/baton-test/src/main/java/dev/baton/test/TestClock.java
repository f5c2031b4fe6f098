package dev.baton.test;

import java.time.Instant;
import java.time.InstantSource;

/** The clock of the test's store, which only the test moves. Thread-safe. */
interface TestClock extends InstantSource {
  /** Sets the clock forward to this time. It never moves back. */
  void advanceTo(Instant time);
}
