package dev.baton.examples.payouts;

/** What the bank says to one call. */
public enum BankAnswer {
  PAID,
  /** Not now: worth another try. */
  BUSY,
  /** Never. */
  REFUSED
}
