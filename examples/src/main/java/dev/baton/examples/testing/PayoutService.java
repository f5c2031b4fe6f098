package dev.baton.examples.testing;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Transactions;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.UUID;

/** Pays partners at a bank. A person reviews large payouts first. */
public final class PayoutService {
  private static final long LARGE_CENTS = 1_000_000;

  /** A payment to a partner. */
  public record Payout(String partner, long cents) {}

  /** The bank recognizes a repeat by its key. */
  public interface Bank {
    String pay(Payout payout, String idempotencyKey) throws IOException;
  }

  static final TaskType<Payout, String> PAY_OUT =
      TaskType.of("PAY_OUT", Payout.class, String.class);
  static final TaskType<Payout, Void> REVIEW = TaskType.of("REVIEW", Payout.class);
  static final TaskType<Void, Void> STATEMENT = TaskType.of("STATEMENT");

  static final Schedule STATEMENTS =
      Schedule.cron("statements", "0 0 7 1 * *", ZoneId.of("Europe/Berlin"))
          .adds(TaskRequest.of(STATEMENT));

  private final Bank bank;
  private final Runnable statement;

  public PayoutService(Bank bank, Runnable statement) {
    this.bank = bank;
    this.statement = statement;
  }

  /** Returns the definitions of the service's tasks. */
  public TaskDefinition<?, ?>[] definitions() {
    return new TaskDefinition<?, ?>[] {
      TaskDefinition.of(PAY_OUT)
          .handler((payout, attempt) -> bank.pay(payout, attempt.idempotencyKey()))
          .retry(Retry.fixed(Duration.ofMinutes(5)).maxAttempts(3)),
      TaskDefinition.of(REVIEW).handler((payout, attempt) -> {}),
      TaskDefinition.of(STATEMENT).handler((nothing, attempt) -> statement.run())
    };
  }

  /** Adds the task of a payout, or of its review, and returns its id. */
  public UUID request(Transactions transactions, Tasks tasks, Payout payout) throws Exception {
    TaskType<Payout, ?> next = payout.cents() < LARGE_CENTS ? PAY_OUT : REVIEW;
    return transactions.call(
        transaction -> tasks.add(transaction, next.with(payout).key(payout.partner())).taskId());
  }
}
