package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Contender;
import java.sql.Connection;

/**
 * The handler of the jobs. It records the start, takes the job's time, and fails if it should.
 *
 * @param slowFrom the first number that takes {@code slowMillis}; jobs before it take no time
 * @param failures how often each job fails before it succeeds
 */
record ProbedHandler(Probe probe, long slowFrom, long slowMillis, int failures)
    implements Contender.Handler {

  static ProbedHandler of(Probe probe, Words words) {
    return new ProbedHandler(
        probe, words.number("slowFrom"), words.number("slowMillis"), words.count("failures"));
  }

  @Override
  public void run(long number) throws Exception {
    long starts = probe.started(number);
    if (slowMillis > 0 && number >= slowFrom) {
      Thread.sleep(slowMillis);
    }
    probe.ended();
    if (starts <= failures) {
      throw new ToBeRetried();
    }
  }

  @Override
  public void run(long number, Connection connection) throws Exception {
    probe.started(number);
    Ledger.enter(connection, number);
    probe.ended();
  }

  /**
   * An exception without a stack trace: failing is the job's work here and must cost nothing
   * itself.
   */
  private static final class ToBeRetried extends Exception {
    private static final long serialVersionUID = 1;

    ToBeRetried() {
      super("to be tried again", null, false, false);
    }
  }
}
