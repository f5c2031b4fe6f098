package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Site;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What plain JDBC can do on PostgreSQL: a job is inserted and committed, offered to this process's
 * claimer after the commit, claimed with others under a lease, run, and deleted with others. It
 * recovers nothing, schedules nothing and knows no priorities: it shows what those may cost.
 */
public final class LimitContender implements Contender {
  private static final int MOST_OFFERED = 10_000;

  /** Ids rise with time, a million to a millisecond, and differ between processes. */
  private static final long IDS_PER_MILLI = 1_000_000;

  private static final long ID_STEP = 1_000;

  private final long owner = ThreadLocalRandom.current().nextLong();
  private final AtomicLong lastId = new AtomicLong(ThreadLocalRandom.current().nextLong(ID_STEP));
  private final BlockingQueue<Claimed> offered = new ArrayBlockingQueue<>(MOST_OFFERED);
  private final Semaphore wake = new Semaphore(0);
  private @Nullable Site site;
  private @Nullable Hints hints;
  private @Nullable Finisher finisher;
  private @Nullable Crew crew;
  private volatile @Nullable Claimer claimer;

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.BULK, Ability.PROCESSES, Ability.LIMIT, Ability.DELAY, Ability.RETRY, Ability.KEEP);
  }

  @Override
  public void prepare(Site place) throws Exception {
    try (Connection connection = place.pool().getConnection()) {
      Table.create(connection);
    }
  }

  @Override
  public void open(Site place) {
    site = place;
    hints = new Hints(place.pool(), this::heard);
    hints.startSending();
  }

  @Override
  public void work(Handler handler) throws Exception {
    Site place = given(site);
    Finisher writer = new Finisher(place.pool(), owner, place.keepsFinished(), this::offer);
    Crew workers = new Crew(place.workers(), place.slowAtATime(), handler, writer, wake);
    finisher = writer;
    crew = workers;
    claimer = new Claimer(place.pool(), owner, offered, wake, workers);
    given(hints).startListening();
  }

  @Override
  public void add(Job job) throws Exception {
    long id = nextId();
    try (Connection connection = given(site).pool().getConnection()) {
      // The only statement, so it commits by itself.
      Table.insert(connection, id, job);
    }
    if (job.runAt() == null) {
      offer(new Claimed(id, job.kind(), job.number()));
    }
  }

  @Override
  public void addAll(List<Job> jobs) throws Exception {
    List<Long> ids = new ArrayList<>(jobs.size());
    jobs.forEach(job -> ids.add(nextId()));
    try (Connection connection = given(site).pool().getConnection()) {
      Table.insert(connection, ids, jobs);
    }
    heard();
    given(hints).tell();
  }

  private void offer(Claimed job) {
    Claimer here = claimer;
    if (here == null) {
      given(hints).tell();
    } else if (offered.offer(job)) {
      if (wake.availablePermits() == 0) {
        wake.release();
      }
    } else {
      here.lookAround();
      given(hints).tell();
    }
  }

  private void heard() {
    Claimer here = claimer;
    if (here != null) {
      here.lookAround();
    }
  }

  private long nextId() {
    long now = System.currentTimeMillis() * IDS_PER_MILLI;
    return lastId.updateAndGet(last -> last < now ? now + last % ID_STEP : last + ID_STEP);
  }

  @Override
  public void close() throws Exception {
    Claimer here = claimer;
    if (here != null) {
      here.end();
      given(crew).stop();
      given(finisher).end();
    }
    given(hints).stop();
  }

  private static <T> T given(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("It isn't open");
    }
    return value;
  }
}
