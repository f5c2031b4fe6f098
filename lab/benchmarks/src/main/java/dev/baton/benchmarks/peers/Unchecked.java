package dev.baton.benchmarks.peers;

import dev.baton.benchmarks.Contender.Handler;

/** The exception of a handler, for libraries whose tasks may not throw checked exceptions. */
final class Unchecked extends RuntimeException {
  private static final long serialVersionUID = 1;

  private Unchecked(Exception cause) {
    super(cause);
  }

  /** Runs the job of this number and wraps its checked exceptions. */
  static void run(Handler handler, long number) {
    try {
      handler.run(number);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new Unchecked(e);
    }
  }
}
