package dev.baton.examples.payouts.input;

import java.math.BigDecimal;

/**
 * A payout that a partner bank makes.
 *
 * @param id the caller's own id; the same id means the same payout
 * @param partner the bank that pays
 * @param amount more than zero
 * @param currency as the caller wrote it
 * @param priority 0 (most urgent) to 9
 * @param dueInSeconds time after the add when the payout is due
 * @param bank behavior of the simulated bank; see {@link BankWord}
 */
public record Payout(
    String id,
    String partner,
    BigDecimal amount,
    String currency,
    int priority,
    long dueInSeconds,
    String bank) {

  /** Returns the id as a key: for the tables, and for Baton to recognize duplicates. */
  public String key() {
    return KeyText.of(id, KeyText.LONGEST_UNIQUE);
  }

  /** Returns the key of the payout's flow; each partner has one flow. */
  public String flowKey() {
    return partner.isEmpty() ? "" : KeyText.of(partner, KeyText.LONGEST_FLOW);
  }
}
