package dev.baton.examples.payouts.site;

import java.util.Optional;

/**
 * One execution of an input, from its first row to its last. A run may take several starts of the
 * demo. It is open from its first commit to {@link #close}. A start with the same input resumes an
 * open run; every other start begins with empty tables.
 *
 * @param isResumed whether an earlier start of the demo left the run open
 * @param givenUp the input of another open run, which this run replaces
 * @param closing records that every row has ended; the tables stay readable until the next run
 *     begins
 */
public record Run(boolean isResumed, Optional<String> givenUp, Closing closing) {

  /** Ends the run. */
  @FunctionalInterface
  interface Closing {
    void close() throws Exception;
  }

  static Run resumed(Closing closing) {
    return new Run(true, Optional.empty(), closing);
  }

  /** Closes the run after every row has ended. */
  public void close() throws Exception {
    closing.close();
  }
}
