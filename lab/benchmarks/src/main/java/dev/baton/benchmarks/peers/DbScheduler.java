package dev.baton.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.task.FailureHandler.OnFailureRetryLater;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Job.Kind;
import dev.baton.benchmarks.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler with one-time tasks, in either of its polling strategies.
 *
 * <p>Configured as its README recommends:
 *
 * <ul>
 *   <li>Lock-and-fetch is recommended above a thousand executions a second. It takes its batch with
 *       {@code FOR UPDATE SKIP LOCKED}. With the fractions 1.0 and 4.0, which the README names for
 *       high throughput, up to four tasks per thread wait in memory. It fetches again as soon as no
 *       more tasks wait than there are threads. On PostgreSQL only.
 *   <li>Fetch reads candidates without locks and competes for each as it starts. It uses its
 *       default fractions 0.5 and 3.0, since the README names no better ones.
 *   <li>Immediate execution: a task that is due when it is added wakes the poller of the same
 *       process. The README requires an add outside a caller's transaction, which is the case here.
 *   <li>The poll interval is 100 ms rather than 10 s. Tasks of other processes, delayed tasks and
 *       retries wait at most this long, and an empty poll is one indexed SELECT.
 *   <li>Adds in bulk use {@code scheduleBatch}, a thousand at a time, which is a JDBC batch.
 *   <li>A failed task is due again at once (zero delay), and the next poll finds it. The log of
 *       failures is off, as the benchmarks throw on purpose.
 * </ul>
 *
 * <p>Finished tasks are deleted, because db-scheduler can't keep them. It has no limits by type or
 * key.
 */
abstract class DbScheduler implements Contender {
  private static final int BATCH = 1_000;

  private final boolean lockAndFetch;
  private final Map<Kind, OneTimeTask<String>> tasks = new EnumMap<>(Kind.class);
  private volatile @Nullable Handler handler;
  private @Nullable Scheduler scheduler;

  DbScheduler(boolean lockAndFetch) {
    this.lockAndFetch = lockAndFetch;
  }

  @Override
  public Set<Ability> abilities() {
    Set<Ability> abilities =
        EnumSet.of(Ability.BULK, Ability.PROCESSES, Ability.DELAY, Ability.RETRY);
    if (!lockAndFetch) {
      abilities.add(Ability.MARIADB);
    }
    return abilities;
  }

  @Override
  public void prepare(Site site) throws Exception {
    new Script(site.mariaDb() ? "db-scheduler-mariadb.sql" : "db-scheduler-postgresql.sql")
        .run(site.pool());
  }

  @Override
  public void open(Site site) {
    for (Kind kind : Kind.values()) {
      tasks.put(kind, task(kind));
    }
    SchedulerBuilder builder =
        Scheduler.create(site.pool(), List.copyOf(tasks.values()))
            .threads(site.workers())
            .schedulerName(new SchedulerName.Fixed(UUID.randomUUID().toString()))
            .pollingInterval(Duration.ofMillis(100))
            .enableImmediateExecution()
            .failureLogging(LogLevel.OFF, false);
    if (lockAndFetch) {
      builder.pollUsingLockAndFetch(1.0, 4.0);
    } else {
      builder.pollUsingFetch(0.5, 3.0);
    }
    if (site.mariaDb()) {
      builder.alwaysPersistTimestampInUTC();
    }
    scheduler = builder.build();
  }

  private OneTimeTask<String> task(Kind kind) {
    return Tasks.oneTime(kind.name(), String.class)
        .onFailure(new OnFailureRetryLater<>(Duration.ZERO))
        .execute(
            (instance, context) ->
                Unchecked.run(Objects.requireNonNull(handler), Job.numberOf(instance.getData())));
  }

  @Override
  public void work(Handler handler) {
    this.handler = handler;
    opened().start();
  }

  @Override
  public void add(Job job) {
    opened().schedule(instance(job));
  }

  @Override
  public void addAll(List<Job> jobs) {
    for (int from = 0; from < jobs.size(); from += BATCH) {
      List<SchedulableInstance<?>> batch = new ArrayList<>();
      for (Job job : jobs.subList(from, Math.min(jobs.size(), from + BATCH))) {
        batch.add(instance(job));
      }
      opened().scheduleBatch(batch);
    }
  }

  private SchedulableInstance<String> instance(Job job) {
    Instant due = job.runAt() == null ? Instant.now() : job.runAt();
    return SchedulableInstance.of(
        Objects.requireNonNull(tasks.get(job.kind()))
            .instance(Long.toString(job.number()), job.payload()),
        due);
  }

  private Scheduler opened() {
    return Objects.requireNonNull(scheduler, "open() comes first");
  }

  @Override
  public void close() {
    if (scheduler != null) {
      scheduler.stop();
    }
  }
}
