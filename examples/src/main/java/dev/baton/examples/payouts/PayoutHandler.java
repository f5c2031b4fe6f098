package dev.baton.examples.payouts;

import dev.baton.api.Transaction;
import dev.baton.examples.payouts.input.Payout;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.task.Bytes;
import java.sql.Connection;

/**
 * Executes one payout in the transaction that also ends its task. The handler's ledger row is
 * therefore written exactly once, however often a node dies.
 */
final class PayoutHandler implements TaskDefinition.TransactionalOutcomeHandler<Bytes, Void> {
  private final PartnerBank bank = new PartnerBank();
  private final Ledger ledger = new Ledger();

  @Override
  public Outcome<Void> handle(Bytes payload, Attempt attempt, Transaction transaction)
      throws Exception {
    long started = Micros.now();
    Payout payout = PayoutJson.read(payload.toText());
    Connection connection = transaction.unwrap(Connection.class);

    long failuresBefore = ledger.failures(connection, payout);
    BankAnswer answer = bank.pay(payout, failuresBefore);

    Ledger.Entry entry = new Ledger.Entry(payout, started, attempt.losses());
    return switch (answer) {
      case PAID -> {
        ledger.paid(connection, entry);
        yield Outcome.done();
      }
      case BUSY -> {
        // A returned retry, unlike a thrown exception, keeps the handler's writes.
        ledger.failed(connection, entry, answer);
        yield Outcome.commitAndRetry("The bank is busy");
      }
      case REFUSED -> {
        ledger.failed(connection, entry, answer);
        yield Outcome.failed("The bank refuses this payout");
      }
    };
  }
}
