package dev.baton.benchmarks.lines;

/** What the tasks of the compared code are about. */
public interface Bank {
  /** A payout to a partner. */
  record Payout(String partner, long cents) {}

  void pay(Payout payout);

  long quote(Payout payout);

  void closeDay();
}
