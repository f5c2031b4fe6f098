package dev.baton.test;

import java.time.Instant;
import java.time.InstantSource;

/** The clock of the test's store, which only the test moves. Thread-safe. */
interface TestClock extends InstantSource {
  /** Shows this from now on; it never goes back. */
  void advanceTo(Instant time);
}
