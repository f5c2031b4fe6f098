package dev.baton.examples.payouts;

/** What the bank says to one call. */
enum BankAnswer {
  PAID,
  /** Not now: worth another try. */
  BUSY,
  /** Never. */
  REFUSED
}
