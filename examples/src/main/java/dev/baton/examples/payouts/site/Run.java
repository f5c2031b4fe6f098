package dev.baton.examples.payouts.site;

import java.util.Optional;

/**
 * One execution of an input from its first row to its last, over as many starts of the demo as it
 * takes. It is open from its first commit to {@link #close}; an open run of the same input is
 * resumed, every other start begins with empty tables.
 *
 * @param isResumed whether an earlier start of the demo left it open
 * @param givenUp the input of another run that was open and is now given up
 * @param closing what says that every row has ended; the tables stay to be looked at until the next
 *     run begins
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

  /** Every row has ended. */
  public void close() throws Exception {
    closing.close();
  }
}
