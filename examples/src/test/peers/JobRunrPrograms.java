package peers;

import static org.jobrunr.server.runner.ThreadLocalJobContext.getJobContext;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import javax.sql.DataSource;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.filters.RetryFilter;
import org.jobrunr.jobs.states.FailedState;
import org.jobrunr.jobs.states.JobState;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.Paging;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;
import peers.Application.Bank;
import peers.Application.BankClosed;
import peers.Application.Ledger;
import peers.Application.Mail;
import peers.Application.Office;
import peers.Application.Payout;
import peers.Application.Transactions;
import peers.Application.Warehouse;

/** The programs with JobRunr 8.7.0, the free edition, compiled with its jar. */
final class JobRunrPrograms {

  static void firstTask(
      DataSource database,
      JobActivator activator,
      Transactions transactions,
      Ledger ledger,
      Payout due)
      throws Exception {
    // region firstTask
    JobScheduler jobs =
        JobRunr.configure()
            .useJobActivator(activator)
            .useStorageProvider(SqlStorageProviderFactory.using(database))
            .useBackgroundJobServer()
            .initialize()
            .getJobScheduler();
    transactions.run(connection -> ledger.book(connection, due));
    jobs.<Mail>enqueue(mail -> mail.send(due));
    // endregion
  }

  static final class Retrying {
    private final Bank bank;

    Retrying(Bank bank) {
      this.bank = bank;
    }

    // region retry
    @org.jobrunr.jobs.annotations.Job(retries = 7)
    public void pay(Payout payout) throws Exception {
      if (!bank.isOpen()) {
        throw new BankClosed();
      }
      bank.pay(payout, getJobContext().getJobId().toString());
    }
    // endregion
  }

  // region retry
  static final class PayRetries extends RetryFilter {
    @Override
    public void onStateElection(Job job, JobState newState) {
      if (!(newState instanceof FailedState failed)
          || !failed.getExceptionType().equals(IllegalArgumentException.class.getName())) {
        super.onStateElection(job, newState);
      }
    }

    @Override
    protected long getSecondsToAdd(Job job) {
      FailedState failed = job.getLastJobStateOfType(FailedState.class).orElseThrow();
      return switch (failed.getExceptionType()) {
        case "peers.Application$BankClosed" -> Duration.ofHours(1).toSeconds();
        case "java.net.SocketTimeoutException" -> 60;
        default -> Math.min(600, getExponentialBackoffPolicy(job, 5));
      };
    }
  }

  // endregion

  static void unique(JobScheduler jobs, Payout payout) {
    // region unique
    UUID id = UUID.nameUUIDFromBytes(payout.id().getBytes(StandardCharsets.UTF_8));
    jobs.<Retrying>enqueue(id, service -> service.pay(payout));
    // endregion
  }

  static void schedule(JobScheduler jobs) {
    // region schedule
    jobs.<Office>scheduleRecurrently(
        "close-books",
        "30 18 * * MON-FRI",
        ZoneId.of("Europe/Berlin"),
        office -> office.closeBooks());
    // endregion
  }

  static final class Ships {
    private final Warehouse warehouse;
    private final JobScheduler jobs;

    Ships(Warehouse warehouse, JobScheduler jobs) {
      this.warehouse = warehouse;
      this.jobs = jobs;
    }

    // region states
    public void pack(String order) {
      String parcel = warehouse.pack(order, getJobContext().getJobId().toString());
      poll(parcel, Duration.ofMinutes(5));
    }

    public void check(String parcel) {
      if (!warehouse.isPacked(parcel)) {
        poll(parcel, Duration.ofMinutes(5));
      }
    }

    private void poll(String parcel, Duration delay) {
      jobs.<Ships>schedule(Instant.now().plus(delay), ships -> ships.check(parcel));
    }
    // endregion
  }

  static void operate(StorageProvider storage) {
    // region operate
    for (Job job :
        storage.getJobList(StateName.FAILED, Paging.AmountBasedList.ascOnUpdatedAt(50))) {
      System.out.println(job.<FailedState>getJobState().getExceptionMessage());
      job.enqueue();
      storage.save(job);
    }
    // endregion
  }

  private JobRunrPrograms() {}
}
