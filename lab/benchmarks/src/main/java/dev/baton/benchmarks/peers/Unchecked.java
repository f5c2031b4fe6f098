package dev.baton.benchmarks.peers;

import dev.baton.benchmarks.Contender.Handler;

/** What a handler threw, for libraries whose tasks may throw nothing checked. */
final class Unchecked extends RuntimeException {
  private static final long serialVersionUID = 1;

  private Unchecked(Exception cause) {
    super(cause);
  }

  /** Runs the job of this number; what it throws comes out unchecked. */
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
