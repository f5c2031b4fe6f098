package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.InputRow;
import java.util.BitSet;

/**
 * Writes payouts and their tasks. Adding a row again changes nothing and answers that it was added
 * before. So when an answer is lost, or a run is killed, the way on is to do it again. Thread-safe.
 */
public interface Adder {

  /** What became of a row. */
  enum Added {
    NOW,
    /** By a run that was killed, or by a commit whose answer was lost. */
    BEFORE,
    /** An earlier row has this id. */
    DUPLICATE
  }

  /** Adds one; not two rows of one id at a time. */
  Added add(InputRow.Valid row, CommitTimes times) throws Exception;

  /** The rows of the input that a killed run has added. */
  BitSet addedBefore() throws Exception;

  /** How many rows are best added at a time. */
  int lanes();

  /** For one thread. */
  CommitTimes commitTimes();
}
