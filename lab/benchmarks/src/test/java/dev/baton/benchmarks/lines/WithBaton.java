package dev.baton.benchmarks.lines;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.Unique;
import dev.baton.benchmarks.lines.Bank.Payout;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.Limit;
import dev.baton.schedule.Schedule;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.CompletionStage;

/** Everyday tasks with Baton. Each region is the code for one of them. */
final class WithBaton {
  private WithBaton() {}

  static final class InTheTransaction {
    // region transaction
    static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);

    static TaskDefinition<?, ?> definition(Bank bank) {
      return TaskDefinition.of(PAY).handler((payout, attempt) -> bank.pay(payout));
    }

    static void add(Tasks tasks, Transaction transaction, Payout payout) {
      tasks.add(transaction, PAY.with(payout));
    }
    // endregion
  }

  static final class Retrying {
    static final TaskType<Payout, Void> PAY = InTheTransaction.PAY;

    // region retry
    static TaskDefinition<?, ?> definition(Bank bank) {
      return TaskDefinition.of(PAY)
          .handler((payout, attempt) -> bank.pay(payout))
          .retry(Retry.exponential(Duration.ofSeconds(5)).maxAttempts(10));
    }
    // endregion
  }

  static final class ByTheClock {
    // region recurring
    static final TaskType<Void, Void> CLOSE_DAY = TaskType.of("CLOSE_DAY");

    static Schedule schedule() {
      ZoneId zone = ZoneId.of("Europe/Berlin");
      return Schedule.cron("CLOSE_DAY", "0 30 18 * * MON-FRI", zone)
          .adds(TaskRequest.of(CLOSE_DAY));
    }

    static TaskDefinition<?, ?> definition(Bank bank) {
      return TaskDefinition.of(CLOSE_DAY).handler((none, attempt) -> bank.closeDay());
    }
    // endregion
  }

  static final class Once {
    static final TaskType<Payout, Void> PAY = InTheTransaction.PAY;

    // region once
    static void add(Tasks tasks, Payout payout) {
      tasks.add(PAY.with(payout).unique(Unique.whileLive("ada/2026-03")));
    }
    // endregion
  }

  static final class PerPartner {
    static final TaskType<Payout, Void> PAY = InTheTransaction.PAY;

    // region perPartner
    static TaskDefinition<?, ?> definition(Bank bank) {
      return TaskDefinition.of(PAY)
          .handler((payout, attempt) -> bank.pay(payout))
          .limits(Limit.node(2).perKey());
    }

    static void add(Tasks tasks, Payout payout) {
      tasks.add(PAY.with(payout).key(payout.partner()));
    }
    // endregion
  }

  static final class Awaiting {
    // region result
    static final TaskType<Payout, Long> QUOTE = TaskType.of("QUOTE", Payout.class, Long.class);

    static TaskDefinition<?, ?> definition(Bank bank) {
      return TaskDefinition.of(QUOTE).handler((payout, attempt) -> bank.quote(payout));
    }

    static CompletionStage<Long> ask(Tasks tasks, Payout payout) {
      return tasks.submit(QUOTE.with(payout)).result();
    }
    // endregion
  }

  static final class InOrder {
    static final TaskType<Payout, Void> PAY = InTheTransaction.PAY;

    // region order
    static void add(Tasks tasks, Payout payout) {
      tasks.add(PAY.ordered().with(payout).key(payout.partner()));
    }
    // endregion
  }
}
