package dev.baton.benchmarks.peers;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Job.Kind;
import dev.baton.benchmarks.Site;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;
import org.quartz.impl.jdbcjobstore.StdJDBCDelegate;
import org.quartz.simpl.SimpleThreadPool;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/**
 * Quartz on its JDBC job store: a durable job for each type, and for each job a trigger with the
 * payload.
 *
 * <p>Configured as its configuration reference recommends:
 *
 * <ul>
 *   <li>Up to one trigger for each thread is acquired at a time. The reference says that acquiring
 *       must then happen within its lock. By default it takes one at a time.
 *   <li>It is clustered, which several processes on one set of tables need. Only a cluster takes
 *       over a crashed process's jobs ({@code requestsRecovery}).
 *   <li>It stores the data as properties instead of serialised objects ({@code useProperties}).
 *   <li>It polls every second, the shortest interval it allows, for jobs that other processes
 *       added; an add in its own process wakes it.
 *   <li>Late triggers never count as misfired. Misfires are meant for schedules, and would make it
 *       rewrite a backlog twenty triggers at a time.
 *   <li>Adds in bulk are one transaction for a thousand triggers; it has no JDBC batch.
 *   <li>A failed job runs again at once, in the same thread ({@code refireImmediately}); it has no
 *       other retry.
 * </ul>
 *
 * <p>Finished triggers are deleted, because Quartz can't keep them. Its only limit is one run at a
 * time for a job.
 */
public final class Quartz implements Contender {
  private static final int BATCH = 1_000;
  private static final String PAYLOAD = "payload";

  private final Map<Kind, JobDetail> details = new EnumMap<>(Kind.class);
  private volatile @Nullable Handler handler;
  private @Nullable Scheduler scheduler;

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.BULK, Ability.PROCESSES, Ability.DELAY, Ability.RETRY, Ability.MARIADB);
  }

  @Override
  public void prepare(Site site) throws Exception {
    if (!site.mariaDb()) {
      new Script("/org/quartz/impl/jdbcjobstore/tables_postgres.sql").run(site.pool());
      return;
    }
    new Script("/org/quartz/impl/jdbcjobstore/tables_mysql_innodb.sql").run(site.pool());
    try (Connection connection = site.pool().getConnection();
        Statement statement = connection.createStatement()) {
      // With the script's column type it accepts payloads of at most 64 kB.
      statement.execute("ALTER TABLE QRTZ_TRIGGERS MODIFY JOB_DATA LONGBLOB NULL");
    }
  }

  @Override
  public void open(Site site) throws SchedulerException {
    String dataSource = UUID.randomUUID().toString();
    DBConnectionManager.getInstance().addConnectionProvider(dataSource, new Pool(site.pool()));
    scheduler = new StdSchedulerFactory(settings(site, dataSource)).getScheduler();
    scheduler.setJobFactory((bundle, ignored) -> this::execute);
    for (Kind kind : Kind.values()) {
      JobDetail detail =
          JobBuilder.newJob(org.quartz.Job.class)
              .withIdentity(kind.name())
              .storeDurably()
              .requestRecovery()
              .build();
      details.put(kind, detail);
      scheduler.addJob(detail, true);
    }
  }

  private static Properties settings(Site site, String dataSource) {
    String workers = Integer.toString(site.workers());
    Class<?> delegate = site.mariaDb() ? StdJDBCDelegate.class : PostgreSQLDelegate.class;
    Properties settings = new Properties();
    settings.putAll(
        Map.of(
            "org.quartz.scheduler.instanceName",
            "benchmarks",
            "org.quartz.scheduler.instanceId",
            "AUTO",
            "org.quartz.scheduler.idleWaitTime",
            "1000",
            "org.quartz.scheduler.batchTriggerAcquisitionMaxCount",
            workers,
            "org.quartz.threadPool.class",
            SimpleThreadPool.class.getName(),
            "org.quartz.threadPool.threadCount",
            workers));
    settings.putAll(
        Map.of(
            "org.quartz.jobStore.class",
            JobStoreTX.class.getName(),
            "org.quartz.jobStore.driverDelegateClass",
            delegate.getName(),
            "org.quartz.jobStore.dataSource",
            dataSource,
            "org.quartz.jobStore.isClustered",
            "true",
            "org.quartz.jobStore.useProperties",
            "true",
            "org.quartz.jobStore.acquireTriggersWithinLock",
            "true"));
    return settings;
  }

  private void execute(JobExecutionContext context) throws JobExecutionException {
    try {
      String payload = context.getMergedJobDataMap().getString(PAYLOAD);
      Objects.requireNonNull(handler).run(Job.numberOf(payload));
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new JobExecutionException(e, true);
    }
  }

  @Override
  public void work(Handler handler) throws SchedulerException {
    this.handler = handler;
    opened().start();
  }

  @Override
  public void add(Job job) throws SchedulerException {
    opened().scheduleJob(trigger(job));
  }

  @Override
  public void addAll(List<Job> jobs) throws SchedulerException {
    for (int from = 0; from < jobs.size(); from += BATCH) {
      Map<JobDetail, Set<? extends Trigger>> batch = triggers(jobs, from);
      opened().scheduleJobs(batch, true);
    }
  }

  private Map<JobDetail, Set<? extends Trigger>> triggers(List<Job> jobs, int from) {
    Map<Kind, Set<Trigger>> byKind = new EnumMap<>(Kind.class);
    for (Job job : jobs.subList(from, Math.min(jobs.size(), from + BATCH))) {
      byKind.computeIfAbsent(job.kind(), kind -> new HashSet<>()).add(trigger(job));
    }
    Map<JobDetail, Set<? extends Trigger>> batch = new HashMap<>();
    byKind.forEach((kind, triggers) -> batch.put(detail(kind), triggers));
    return batch;
  }

  private Trigger trigger(Job job) {
    Instant due = job.runAt() == null ? Instant.now() : job.runAt();
    return TriggerBuilder.newTrigger()
        .withIdentity(Long.toString(job.number()), job.kind().name())
        .forJob(detail(job.kind()))
        .usingJobData(PAYLOAD, job.payload())
        .startAt(Date.from(due))
        .withSchedule(
            SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionIgnoreMisfires())
        .build();
  }

  private JobDetail detail(Kind kind) {
    return Objects.requireNonNull(details.get(kind));
  }

  private Scheduler opened() {
    return Objects.requireNonNull(scheduler, "open() comes first");
  }

  @Override
  public void close() throws SchedulerException {
    if (scheduler != null) {
      scheduler.shutdown(true);
    }
  }

  /** The site's pool, which Quartz must not close. */
  private record Pool(DataSource source) implements ConnectionProvider {
    @Override
    public Connection getConnection() throws SQLException {
      return source.getConnection();
    }

    @Override
    public void initialize() {}

    @Override
    public void shutdown() {}
  }
}
