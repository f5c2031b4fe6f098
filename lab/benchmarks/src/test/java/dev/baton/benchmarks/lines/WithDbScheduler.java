package dev.baton.benchmarks.lines;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.Schedules;
import dev.baton.benchmarks.lines.Bank.Payout;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import javax.sql.DataSource;

/** Everyday tasks with db-scheduler, where it supports them. */
final class WithDbScheduler {
  private WithDbScheduler() {}

  static final class InTheTransaction {
    // region transaction
    static OneTimeTask<Payout> task(Bank bank) {
      return Tasks.oneTime("PAY", Payout.class)
          .execute((instance, context) -> bank.pay(instance.getData()));
    }

    /** Adds a task. The data source returns the connection of the transaction. */
    static void add(DataSource ofTheTransaction, OneTimeTask<Payout> pay, Payout payout) {
      SchedulerClient client = SchedulerClient.Builder.create(ofTheTransaction, pay).build();
      client.scheduleIfNotExists(pay.instance(UUID.randomUUID().toString(), payout), Instant.now());
    }
    // endregion
  }

  static final class Retrying {
    // region retry
    static OneTimeTask<Payout> task(Bank bank) {
      return Tasks.oneTime("PAY", Payout.class)
          .onFailure(
              FailureHandler.<Payout>maxRetries(9).withBackoff(Duration.ofSeconds(5)).thenRemove())
          .execute((instance, context) -> bank.pay(instance.getData()));
    }
    // endregion
  }

  static final class ByTheClock {
    // region recurring
    static RecurringTask<Void> task(Bank bank) {
      ZoneId zone = ZoneId.of("Europe/Berlin");
      return Tasks.recurring("CLOSE_DAY", Schedules.cron("0 30 18 * * MON-FRI", zone))
          .execute((instance, context) -> bank.closeDay());
    }
    // endregion
  }

  static final class Once {
    // region once
    static void add(SchedulerClient client, OneTimeTask<Payout> pay, Payout payout) {
      client.scheduleIfNotExists(pay.instance("ada/2026-03", payout), Instant.now());
    }
    // endregion
  }
}
