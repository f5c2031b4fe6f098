package dev.baton.examples.payouts.input;

/** A row of the input: a payout, or something that isn't one. */
public sealed interface InputRow {

  /** Which row of data it is; the first after the header is 1. */
  long number();

  /** A payout. */
  record Valid(long number, Payout payout) implements InputRow {}

  /** Not a payout: where it stands in the file, and why. */
  record Malformed(long number, long line, String reason) implements InputRow {
    @Override
    public String toString() {
      return "line " + line + ": " + reason;
    }
  }
}
