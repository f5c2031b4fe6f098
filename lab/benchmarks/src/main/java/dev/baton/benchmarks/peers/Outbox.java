package dev.baton.benchmarks.peers;

import com.gruelbox.transactionoutbox.DefaultPersistor;
import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Site;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * transaction-outbox: a call is written within a transaction and passed to a pool of threads after
 * the commit. If that failed, a flush finds the call again.
 *
 * <p>Configured as its README recommends:
 *
 * <ul>
 *   <li>It has a pool of the site's workers behind its default queue of 16,384, because its own
 *       pool has only one thread.
 *   <li>Its documentation asks to balance attempt frequency, batch and flush. A call that wasn't
 *       done within 1 s is flushed, a thousand at a time, whenever fewer calls wait in the pool
 *       than it has workers. Otherwise the flush would only pass on calls that already wait. A
 *       retry and a call of another process also wait at least this second.
 *   <li>It calls an interface, for which its proxy is cheapest; the logging context isn't stored.
 *   <li>Adds in bulk are a thousand calls in a transaction, which it writes as one JDBC batch.
 *   <li>A call is blocked after a thousand attempts rather than five, because the benchmarks throw
 *       on purpose. For the same reason these failures are logged at debug level; its transaction
 *       manager logs warnings anyway.
 *   <li>Finished calls are kept by giving each a unique request id, its only way to keep them; it
 *       writes those calls one by one.
 * </ul>
 *
 * <p>The handler runs within the transaction that deletes the call, as always with this library.
 * This version has no delays and no limits. On MariaDB it uses the dialect of MySQL 8.
 */
public final class Outbox implements Contender {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final int BATCH = 1_000;
  private static final int QUEUE = 16_384;

  private @Nullable TransactionManager transactions;
  private @Nullable TransactionOutbox outbox;
  private @Nullable ScheduledExecutorService flusher;
  private volatile @Nullable Handler handler;
  private volatile @Nullable ThreadPoolExecutor pool;
  private boolean keepsFinished;
  private int workers;

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.BULK, Ability.PROCESSES, Ability.RETRY, Ability.KEEP, Ability.MARIADB);
  }

  @Override
  public void prepare(Site site) {
    outbox(site, TransactionManager.fromDataSource(site.pool()), true);
  }

  @Override
  public void open(Site site) {
    workers = site.workers();
    keepsFinished = site.keepsFinished();
    transactions = TransactionManager.fromDataSource(site.pool());
    outbox = outbox(site, transactions, false);
  }

  private TransactionOutbox outbox(Site site, TransactionManager transactions, boolean migrate) {
    return TransactionOutbox.builder()
        .transactionManager(transactions)
        .persistor(
            DefaultPersistor.builder()
                .dialect(site.mariaDb() ? Dialect.MY_SQL_8 : Dialect.POSTGRESQL_9)
                .migrate(migrate)
                .build())
        .instantiator(Instantiator.using(type -> new Runner()))
        .submitter(Submitter.withExecutor(this::submit))
        .attemptFrequency(Duration.ofSeconds(1))
        .flushBatchSize(BATCH)
        .blockAfterAttempts(1_000)
        .serializeMdc(false)
        .logLevelTemporaryFailure(Level.DEBUG)
        .build();
  }

  private void submit(Runnable call) {
    ThreadPoolExecutor workers = pool;
    if (workers == null) {
      throw new RejectedExecutionException("This process doesn't work: a flush finds the call");
    }
    workers.execute(call);
  }

  @Override
  public void work(Handler handler) {
    this.handler = handler;
    pool =
        new ThreadPoolExecutor(
            workers, workers, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE));
    flusher = Executors.newSingleThreadScheduledExecutor();
    flusher.scheduleWithFixedDelay(this::flush, 0, 100, TimeUnit.MILLISECONDS);
  }

  private void flush() {
    try {
      ThreadPoolExecutor busy = Objects.requireNonNull(pool);
      boolean more = true;
      while (more && !busy.isShutdown() && busy.getQueue().size() < workers) {
        more = opened().flush();
      }
    } catch (RuntimeException e) {
      // Not thrown again, because that would stop the flushes.
      LOG.warn("Could not flush; retry in 100 ms", e);
    }
  }

  @Override
  public void add(Job job) {
    transactions().inTransaction(transaction -> schedule(job));
  }

  @Override
  public void addAll(List<Job> jobs) {
    for (int from = 0; from < jobs.size(); from += BATCH) {
      List<Job> batch = jobs.subList(from, Math.min(jobs.size(), from + BATCH));
      transactions().inTransaction(transaction -> batch.forEach(this::schedule));
    }
  }

  private void schedule(Job job) {
    (keepsFinished
            ? opened().with().uniqueRequestId(Long.toString(job.number())).schedule(Work.class)
            : opened().schedule(Work.class))
        .run(job.payload());
  }

  private TransactionOutbox opened() {
    return Objects.requireNonNull(outbox, "open() comes first");
  }

  private TransactionManager transactions() {
    return Objects.requireNonNull(transactions, "open() comes first");
  }

  @Override
  public void close() throws InterruptedException {
    if (flusher != null) {
      flusher.shutdown();
      flusher.awaitTermination(1, TimeUnit.MINUTES);
    }
    ThreadPoolExecutor ending = pool;
    if (ending != null) {
      // Waiting calls are also in the database.
      ending.getQueue().clear();
      ending.shutdown();
      ending.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  /** The interface to call. */
  interface Work {
    void run(String payload);
  }

  /** Executes the call. */
  private final class Runner implements Work {
    @Override
    public void run(String payload) {
      Unchecked.run(Objects.requireNonNull(handler), Job.numberOf(payload));
    }
  }
}
