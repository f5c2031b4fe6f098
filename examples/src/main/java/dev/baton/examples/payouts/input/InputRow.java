package dev.baton.examples.payouts.input;

/** A row of the input: a payout or a malformed row. */
public sealed interface InputRow {

  /** Returns the number of the row; the first row after the header is 1. */
  long number();

  /** A payout. */
  record Valid(long number, Payout payout) implements InputRow {}

  /** A row that is not a payout, with its line and the reason. */
  record Malformed(long number, long line, String reason) implements InputRow {
    @Override
    public String toString() {
      return "line " + line + ": " + reason;
    }
  }
}
