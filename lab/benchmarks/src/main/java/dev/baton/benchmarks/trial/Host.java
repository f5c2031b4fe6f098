package dev.baton.benchmarks.trial;

import java.io.InputStream;
import java.io.OutputStream;

/** Where a contender runs: lines go in, answers come out. */
interface Host {
  /** Where its lines are written; its end ends it. */
  OutputStream input();

  /** Where its answers are read. */
  InputStream output();

  /** Whether it has ended within so many seconds after its input. */
  boolean awaitEnd(long seconds) throws InterruptedException;

  /** Ends it at once. */
  void kill() throws InterruptedException;
}
