package dev.baton.examples.payouts;

/** The bank's answer to one call. */
public enum BankAnswer {
  PAID,
  /** The bank can't pay now; another try makes sense. */
  BUSY,
  /** The bank will never pay this payout. */
  REFUSED
}
