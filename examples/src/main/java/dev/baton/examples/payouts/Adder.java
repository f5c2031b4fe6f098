package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.InputRow;
import java.util.BitSet;

/**
 * Adds payouts and their tasks. Adding a row again changes nothing and returns that the row was
 * added before, so you can simply repeat an add after a lost reply or a killed run. Thread-safe.
 */
public interface Adder {

  /** Result of adding a row. */
  enum Added {
    NOW,
    /** A killed run added the row, or a commit did whose reply was lost. */
    BEFORE,
    /** An earlier row has the same id. */
    DUPLICATE
  }

  /** Adds one payout. Two rows of the same id must not be added at the same time. */
  Added add(InputRow.Valid row, CommitTimes times) throws Exception;

  /** Returns the rows of the input that a killed run has added. */
  BitSet addedBefore() throws Exception;

  /** Returns how many rows to add at a time. */
  int lanes();

  /** Adds payouts from one thread. */
  CommitTimes commitTimes();
}
