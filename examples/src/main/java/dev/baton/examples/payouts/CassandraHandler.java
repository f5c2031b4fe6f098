package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.Payout;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.task.Bytes;

/**
 * Executes one payout whose books are in Cassandra. If its node dies after the books were written
 * and before the task is done, the handler runs again and writes the same rows.
 */
final class CassandraHandler implements TaskDefinition.OutcomeHandler<Bytes, Void> {
  private final PartnerBank bank = new PartnerBank();
  private final CassandraBooks books;

  CassandraHandler(CassandraBooks books) {
    this.books = books;
  }

  @Override
  public Outcome<Void> handle(Bytes payload, Attempt attempt) throws Exception {
    long started = Micros.now();
    Payout payout = PayoutJson.read(payload.toText());
    BankAnswer answer = bank.pay(payout, books.failures(payout, attempt.number()));
    Ledger.Entry entry = new Ledger.Entry(payout, started, attempt.losses());
    return switch (answer) {
      case PAID -> {
        books.paid(entry);
        yield Outcome.done();
      }
      case BUSY -> {
        books.failed(entry, attempt.number(), answer);
        yield Outcome.retry("The bank is busy");
      }
      case REFUSED -> {
        books.failed(entry, attempt.number(), answer);
        yield Outcome.failed("The bank refuses this payout");
      }
    };
  }
}
