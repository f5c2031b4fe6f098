package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Contender;
import java.sql.Connection;

/**
 * What the jobs do: note that they were started, take their time, and fail if they are to.
 *
 * @param slowFrom the first number that takes {@code slowMillis}; all before take none
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

  /** Made without a stack trace: failing is the job's work here, and shall cost nothing itself. */
  private static final class ToBeRetried extends Exception {
    private static final long serialVersionUID = 1;

    ToBeRetried() {
      super("to be tried again", null, false, false);
    }
  }
}
