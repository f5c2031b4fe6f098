package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.BankWord;
import dev.baton.examples.payouts.input.Payout;

/**
 * The simulated partner banks. They keep no state: the caller passes the number of earlier
 * failures.
 */
final class PartnerBank {

  /**
   * Asks the partner to pay.
   *
   * @param failuresBefore how often the bank has already failed for this payout
   */
  BankAnswer pay(Payout payout, long failuresBefore) throws InterruptedException {
    BankWord word = BankWord.of(payout.bank()).orElseThrow();
    if (word instanceof BankWord.Slow slow) {
      Thread.sleep(slow.millis());
    }
    if (word instanceof BankWord.Busy busy && failuresBefore < busy.times()) {
      return BankAnswer.BUSY;
    }
    return word instanceof BankWord.Refuse ? BankAnswer.REFUSED : BankAnswer.PAID;
  }
}
