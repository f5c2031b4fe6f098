package dev.baton.examples.payouts.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The demo's output: permanent lines, error lines and one status line. A terminal overwrites the
 * status line; other outputs get it again every two seconds. Thread-safe.
 */
final class Screen {
  private static final long NANOS_BETWEEN_LINES = 2_000_000_000L;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out = utf8(FileDescriptor.out);
  private final PrintStream err = utf8(FileDescriptor.err);
  private final boolean terminal;
  private boolean statusShown;
  private long lastStatus = System.nanoTime() - NANOS_BETWEEN_LINES;

  Screen(boolean terminal) {
    this.terminal = terminal;
  }

  /** Prints a line to the standard output. */
  synchronized void say(String line) {
    clearStatus();
    out.println(line);
  }

  /** Prints a line to the standard error. */
  synchronized void complain(String line) {
    clearStatus();
    err.println(line);
  }

  /** Shows the current status. */
  synchronized void status(String line) {
    if (terminal) {
      out.print(CLEAR_LINE + line);
      out.flush();
      statusShown = true;
    } else if (System.nanoTime() - lastStatus >= NANOS_BETWEEN_LINES) {
      lastStatus = System.nanoTime();
      out.println(line);
    }
  }

  private void clearStatus() {
    if (statusShown) {
      out.print(CLEAR_LINE);
      out.flush();
      statusShown = false;
    }
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
