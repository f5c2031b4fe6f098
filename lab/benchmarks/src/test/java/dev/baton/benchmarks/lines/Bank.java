package dev.baton.benchmarks.lines;

/** The service that the compared code calls. */
public interface Bank {
  /** A payout to a partner. */
  record Payout(String partner, long cents) {}

  void pay(Payout payout);

  long quote(Payout payout);

  void closeDay();
}
