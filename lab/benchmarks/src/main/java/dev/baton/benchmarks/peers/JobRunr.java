package dev.baton.benchmarks.peers;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Site;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jobrunr.jobs.filters.RetryFilter;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.StorageProviderUtils.DatabaseOptions;
import org.jobrunr.storage.sql.common.DefaultSqlStorageProvider;
import org.jobrunr.storage.sql.mariadb.MariaDbStorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.jspecify.annotations.Nullable;

/**
 * JobRunr, the free edition (LGPL-3.0), on its SQL storage.
 *
 * <p>Configured as its documentation recommends:
 *
 * <ul>
 *   <li>The poll interval is 5 s, the shortest for a SQL storage. Only a poll finds a task while
 *       the workers are idle. A worker that ends a task requests further ones at once, so that the
 *       interval doesn't bound the throughput of a backlog.
 *   <li>It has as many workers as the site, on platform threads.
 *   <li>It uses job requests with a handler and not lambdas, whose byte code it would analyse at
 *       each add.
 *   <li>Adds in bulk pass a stream, which it saves a thousand at a time in JDBC batches.
 *   <li>It uses its JSON mapper for Jackson 3, which is already on the class path.
 *   <li>A failed task is scheduled again without delay, by its retry filter with a seed of 0
 *       instead of 3. The next poll enqueues the task, and the same poll or the one after starts
 *       it.
 *   <li>Finished tasks are always kept for its default of 36 hours. To delete them sooner, it would
 *       write each task twice more during the measurement.
 * </ul>
 *
 * <p>Only its paid edition has limits by type or key.
 */
public final class JobRunr implements Contender {
  private @Nullable StorageProvider storage;
  private @Nullable JobRequestScheduler scheduler;
  private @Nullable BackgroundJobServer server;
  private int workers;

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.BULK,
        Ability.PROCESSES,
        Ability.DELAY,
        Ability.RETRY,
        Ability.KEEP,
        Ability.MARIADB);
  }

  @Override
  public void prepare(Site site) {
    storage(site, DatabaseOptions.CREATE).close();
  }

  @Override
  public void open(Site site) {
    storage = storage(site, DatabaseOptions.SKIP_CREATE);
    storage.setJobMapper(new JobMapper(new Jackson3JsonMapper()));
    scheduler = new JobRequestScheduler(storage);
    workers = site.workers();
  }

  private static StorageProvider storage(Site site, DatabaseOptions tables) {
    DefaultSqlStorageProvider storage =
        site.mariaDb()
            ? new MariaDbStorageProvider(site.pool(), tables)
            : new PostgresStorageProvider(site.pool(), tables);
    return storage;
  }

  @Override
  public void work(Handler handler) {
    server =
        new BackgroundJobServer(
            Objects.requireNonNull(storage, "open() comes first"),
            new Jackson3JsonMapper(),
            new OneRunner(new Runner(handler)),
            usingStandardBackgroundJobServerConfiguration()
                .andPollInterval(Duration.ofSeconds(5))
                .andWorkerCount(workers));
    server.setJobFilters(List.of(new RetryFilter(RetryFilter.DEFAULT_NBR_OF_RETRIES, 0)));
    server.start();
  }

  @Override
  public void add(Job job) {
    if (job.runAt() == null) {
      opened().enqueue(new Run(job.payload()));
    } else {
      opened().schedule(job.runAt(), new Run(job.payload()));
    }
  }

  @Override
  public void addAll(List<Job> jobs) {
    opened().create(jobs.stream().map(JobRunr::builder));
  }

  private static JobBuilder builder(Job job) {
    JobBuilder builder = JobBuilder.aJob().withJobRequest(new Run(job.payload()));
    return job.runAt() == null ? builder : builder.scheduleAt(job.runAt());
  }

  private JobRequestScheduler opened() {
    return Objects.requireNonNull(scheduler, "open() comes first");
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop();
    }
    if (storage != null) {
      storage.close();
    }
  }

  /** The stored form of a job. */
  public static final class Run implements JobRequest {
    private String payload = "";

    /** Used by the JSON mapper. */
    public Run() {}

    Run(String payload) {
      this.payload = payload;
    }

    @Override
    public Class<Runner> getJobRequestHandler() {
      return Runner.class;
    }
  }

  /** The handler that it calls for each job. */
  public static final class Runner implements JobRequestHandler<Run> {
    private final Handler handler;

    Runner(Handler handler) {
      this.handler = handler;
    }

    @Override
    public void run(Run request) throws Exception {
      handler.run(Job.numberOf(request.payload));
    }
  }

  /** Returns the one runner that knows the handler. */
  private record OneRunner(Runner runner) implements JobActivator {
    @Override
    public <T> T activateJob(Class<T> type) {
      return type.cast(runner);
    }
  }
}
