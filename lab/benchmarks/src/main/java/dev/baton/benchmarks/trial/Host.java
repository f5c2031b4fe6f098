package dev.baton.benchmarks.trial;

import java.io.InputStream;
import java.io.OutputStream;

/** A process or thread that runs a contender. It reads lines and writes replies. */
interface Host {
  /** Returns the stream for its lines. Closing the stream ends it. */
  OutputStream input();

  /** Returns the stream of its replies. */
  InputStream output();

  /** Returns whether it ends within this number of seconds after its input. */
  boolean awaitEnd(long seconds) throws InterruptedException;

  /** Ends it at once. */
  void kill() throws InterruptedException;
}
