package dev.baton.benchmarks.lines;

import dev.baton.benchmarks.lines.Bank.Payout;
import java.util.Date;
import java.util.TimeZone;
import org.quartz.CronScheduleBuilder;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDataMap;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;

/** Everyday tasks with Quartz, where it supports them. A job factory passes the bank to jobs. */
final class WithQuartz {
  private WithQuartz() {}

  static final class InTheTransaction {
    // region transaction
    record Pay(Bank bank) implements Job {
      @Override
      public void execute(JobExecutionContext context) {
        JobDataMap data = context.getMergedJobDataMap();
        bank.pay(new Payout(data.getString("partner"), data.getLong("cents")));
      }
    }

    /**
     * Adds a task. The scheduler's store is JobStoreCMT, whose data source is the transaction's.
     */
    static void add(Scheduler scheduler, Payout payout) throws SchedulerException {
      JobDetail job =
          JobBuilder.newJob(Pay.class)
              .usingJobData("partner", payout.partner())
              .usingJobData("cents", payout.cents())
              .build();
      scheduler.scheduleJob(job, TriggerBuilder.newTrigger().startNow().build());
    }
    // endregion
  }

  static final class Retrying {
    // region retry
    record Pay(Bank bank) implements Job {
      @Override
      public void execute(JobExecutionContext context) throws JobExecutionException {
        JobDataMap data = context.getMergedJobDataMap();
        try {
          bank.pay(new Payout(data.getString("partner"), data.getLong("cents")));
        } catch (RuntimeException failed) {
          int failures = data.containsKey("failures") ? data.getInt("failures") + 1 : 1;
          if (failures == 10) {
            throw new JobExecutionException(failed);
          }
          Date next = new Date(System.currentTimeMillis() + (5_000L << (failures - 1)));
          Trigger again =
              TriggerBuilder.newTrigger()
                  .forJob(context.getJobDetail())
                  .usingJobData("failures", failures)
                  .startAt(next)
                  .build();
          try {
            context.getScheduler().rescheduleJob(context.getTrigger().getKey(), again);
          } catch (SchedulerException broken) {
            throw new JobExecutionException(broken);
          }
        }
      }
    }
    // endregion
  }

  static final class ByTheClock {
    // region recurring
    record CloseDay(Bank bank) implements Job {
      @Override
      public void execute(JobExecutionContext context) {
        bank.closeDay();
      }
    }

    static void schedule(Scheduler scheduler) throws SchedulerException {
      JobKey key = JobKey.jobKey("CLOSE_DAY");
      if (!scheduler.checkExists(key)) {
        TimeZone zone = TimeZone.getTimeZone("Europe/Berlin");
        scheduler.scheduleJob(
            JobBuilder.newJob(CloseDay.class).withIdentity(key).build(),
            TriggerBuilder.newTrigger()
                .withSchedule(
                    CronScheduleBuilder.cronSchedule("0 30 18 ? * MON-FRI").inTimeZone(zone))
                .build());
      }
    }
    // endregion
  }

  static final class Once {
    // region once
    static void add(Scheduler scheduler, Payout payout) throws SchedulerException {
      JobKey key = JobKey.jobKey("ada/2026-03");
      if (!scheduler.checkExists(key)) {
        JobDetail job =
            JobBuilder.newJob(InTheTransaction.Pay.class)
                .withIdentity(key)
                .usingJobData("partner", payout.partner())
                .usingJobData("cents", payout.cents())
                .build();
        scheduler.scheduleJob(job, TriggerBuilder.newTrigger().startNow().build());
      }
    }
    // endregion
  }
}
