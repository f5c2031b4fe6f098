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
 * <p>Configured as its documentation recommends:
 *
 * <ul>
 *   <li>Queues have a limit for each process ({@code workerConcurrency}), equal to the site's
 *       workers. DBOS counts this limit in memory and may take workflows with {@code SKIP LOCKED}.
 *       Its limit over all processes ({@code concurrency}) costs a count and repeatable reads at
 *       each poll. Without a limit, a poll would take the whole queue.
 *   <li>Slow jobs have a separate queue if they are limited; jobs of a key have a partitioned
 *       queue. DBOS limits a queue or a partition. Only its threads (50 per processor, or virtual
 *       threads) bound the sum of these limits.
 *   <li>Queues are polled 1 ms after the last poll ended, rather than a second. Only a poll takes
 *       work, and no more than the free workers can run: with 16 workers a second would mean 16
 *       jobs a second.
 *   <li>The job is the body of the workflow and not a step, which would write another row. After an
 *       exception the job runs again as a step with retries 1 ms apart, because DBOS retries only
 *       steps, and only within the process. Delayed workflows become due once a second, which can't
 *       be configured.
 *   <li>Adds use its client, which is made for that, one by one: it can't add in bulk.
 *   <li>It shares the site's pool.
 * </ul>
 *
 * <p>At launch DBOS recovers unfinished workflows. It also recovers workflows that its queue took
 * before that, and so runs them twice: a handful of those that wait when a process begins to work.
 *
 * <p>DBOS always keeps finished workflows. Its only way to close interrupts running workflows; an
 * executor with the same id would recover them.
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

  /** The workflows, as an interface for the DBOS proxy. */
  public interface Jobs {
    /** Runs the job that the payload belongs to. */
    void run(String payload) throws Exception;
  }

  /** The body of each workflow. */
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
