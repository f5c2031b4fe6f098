package dev.baton.benchmarks.dbos;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Job.Kind;
import dev.baton.benchmarks.Site;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.DBOSClient;
import dev.dbos.transact.DBOSClient.EnqueueOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.migrations.MigrationManager;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.StepOptions;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowClassName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * DBOS Transact: a job is a workflow on a queue.
 *
 * <p>Set as its documents advise:
 *
 * <ul>
 *   <li>Queues with a limit for each process ({@code workerConcurrency}), which it counts in memory
 *       and may take with {@code SKIP LOCKED}; its limit over all processes ({@code concurrency})
 *       costs a count and repeatable reads at each poll. As many as the site has workers; without
 *       it, a poll would take the whole queue.
 *   <li>Slow jobs have a queue of their own where they are limited, jobs of a key a partitioned
 *       one. Its limits are for a queue or a partition, and nothing bounds their sum but its
 *       threads (50 a processor, or virtual ones).
 *   <li>Queues are polled 1 ms after the last poll ended, rather than a second. Only a poll takes
 *       work, and no more than fits beside what runs: with 16 workers that second would mean 16
 *       jobs a second.
 *   <li>The job is the body of the workflow, not a step of it, which would write a further row.
 *       What throws is then run again as a step with retries 1 ms apart, as only steps are retried,
 *       and within the process. Delayed workflows become due once a second, which can't be set.
 *   <li>Adds go through its client, which is for that, and one by one: it has no way to add in
 *       bulk.
 *   <li>It shares the site's pool.
 * </ul>
 *
 * <p>What its queue took before its recovery at launch has looked for unfinished workflows is
 * recovered too, and so run twice: a handful of those that wait when a process begins to work.
 *
 * <p>Finished workflows are always kept. Closing interrupts what runs, it knows no other way; such
 * a workflow would be recovered by an executor of the same id.
 */
public final class Dbos implements Contender {
  private static final String FAST = "fast";
  private static final String SLOW = "slow";
  private static final String KEYS = "keys";
  private static final String CLASS = "jobs";
  private static final String WORKFLOW = "run";
  private static final Duration POLL = Duration.ofMillis(1);

  private @Nullable Site site;
  private @Nullable DBOSClient client;
  private @Nullable DBOS worker;

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.PROCESSES, Ability.LIMIT, Ability.DELAY, Ability.RETRY, Ability.KEYS, Ability.KEEP);
  }

  @Override
  public void prepare(Site site) {
    MigrationManager.runMigrations(config(site));
  }

  private static DBOSConfig config(Site site) {
    return DBOSConfig.defaults("benchmarks")
        .withDataSource(site.pool())
        .withMigrate(false)
        .withAppVersion("1")
        .withExecutorId(UUID.randomUUID().toString());
  }

  @Override
  public void open(Site site) {
    this.site = site;
    client = new DBOSClient(site.pool());
  }

  @Override
  public void work(Handler handler) {
    Site here = site();
    DBOS dbos = new DBOS(config(here));
    worker = dbos;
    dbos.registerProxy(Jobs.class, new Bodies(dbos, handler));
    for (Queue queue : queues(here)) {
      dbos.registerQueue(queue.withPollingInterval(POLL));
    }
    dbos.launch();
  }

  private static List<Queue> queues(Site site) {
    List<Queue> queues = new ArrayList<>();
    queues.add(new Queue(FAST).withWorkerConcurrency(site.workers()));
    if (slowAreLimited(site)) {
      queues.add(new Queue(SLOW).withWorkerConcurrency(site.slowAtATime()));
    }
    if (site.perKey() > 0) {
      queues.add(
          new Queue(KEYS).withPartitioningEnabled(true).withWorkerConcurrency(site.perKey()));
    }
    return queues;
  }

  private static boolean slowAreLimited(Site site) {
    return site.slowAtATime() < site.workers();
  }

  @Override
  public void add(Job job) {
    EnqueueOptions options =
        new EnqueueOptions(WORKFLOW, CLASS, queue(job)).withWorkflowId(Long.toString(job.number()));
    if (hasLimit(job.key())) {
      options = options.withQueuePartitionKey(job.key());
    }
    Duration delay =
        job.runAt() == null ? Duration.ZERO : Duration.between(Instant.now(), job.runAt());
    if (!delay.isZero() && !delay.isNegative()) {
      options = options.withDelay(delay);
    }
    Objects.requireNonNull(client, "open() comes first")
        .enqueueWorkflow(options, new Object[] {job.payload()});
  }

  private String queue(Job job) {
    if (hasLimit(job.key())) {
      return KEYS;
    }
    return job.kind() == Kind.SLOW && slowAreLimited(site()) ? SLOW : FAST;
  }

  private boolean hasLimit(@Nullable String key) {
    return key != null && site().perKey() > 0;
  }

  @Override
  public void addAll(List<Job> jobs) {
    jobs.forEach(this::add);
  }

  private Site site() {
    return Objects.requireNonNull(site, "open() comes first");
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.shutdown();
    }
    if (client != null) {
      client.close();
    }
  }

  /** The workflows, as it wants them for its proxy. */
  public interface Jobs {
    /** Runs the job that the payload belongs to. */
    void run(String payload) throws Exception;
  }

  /** What a workflow does. */
  @WorkflowClassName(CLASS)
  static final class Bodies implements Jobs {
    private final DBOS dbos;
    private final Handler handler;

    Bodies(DBOS dbos, Handler handler) {
      this.dbos = dbos;
      this.handler = handler;
    }

    @Override
    @Workflow(name = WORKFLOW)
    public void run(String payload) throws Exception {
      long number = Job.numberOf(payload);
      try {
        handler.run(number);
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        StepOptions retries =
            new StepOptions("again", Integer.MAX_VALUE, Duration.ofMillis(1), 1.0);
        dbos.runStep(() -> handler.run(number), retries);
      }
    }
  }
}
