package dev.baton.benchmarks.lines;

import dev.baton.benchmarks.lines.Bank.Payout;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.UUID;
import org.jobrunr.jobs.annotations.Job;
import org.jobrunr.scheduling.JobScheduler;

/** Everyday tasks with JobRunr, the free edition, where it supports them. */
final class WithJobRunr {
  private WithJobRunr() {}

  static final class Retrying {
    private final Bank bank;

    Retrying(Bank bank) {
      this.bank = bank;
    }

    // region retry
    @Job(retries = 9)
    public void pay(Payout payout) {
      bank.pay(payout);
    }
    // endregion
  }

  static final class ByTheClock {
    // region recurring
    static void schedule(JobScheduler jobs, Bank bank) {
      ZoneId zone = ZoneId.of("Europe/Berlin");
      jobs.scheduleRecurrently("CLOSE_DAY", "0 30 18 * * MON-FRI", zone, () -> bank.closeDay());
    }
    // endregion
  }

  static final class Once {
    // region once
    static void add(JobScheduler jobs, Bank bank, Payout payout) {
      UUID id = UUID.nameUUIDFromBytes("ada/2026-03".getBytes(StandardCharsets.UTF_8));
      jobs.enqueue(id, () -> bank.pay(payout));
    }
    // endregion
  }
}
