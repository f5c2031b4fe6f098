package dev.baton.examples.payouts.input;

import java.math.BigDecimal;

/**
 * Money to be paid out by a partner bank.
 *
 * @param id the caller's own name for it: the same id is the same payout
 * @param partner the bank that pays
 * @param amount more than zero
 * @param currency as the caller wrote it
 * @param priority 0 (most urgent) to 9
 * @param dueInSeconds how long after the adding it is due
 * @param bank how the simulated bank will answer: see {@link BankWord}
 */
public record Payout(
    String id,
    String partner,
    BigDecimal amount,
    String currency,
    int priority,
    long dueInSeconds,
    String bank) {

  /** The id where it is a key: in the tables, and for Baton to know duplicates by. */
  public String key() {
    return KeyText.of(id, KeyText.LONGEST_UNIQUE);
  }

  /** The flow it queues in: one for each partner. */
  public String flowKey() {
    return partner.isEmpty() ? "" : KeyText.of(partner, KeyText.LONGEST_FLOW);
  }
}
