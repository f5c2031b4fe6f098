package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Site;
import dev.baton.benchmarks.Staffing.Naming;
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
 * The limit of plain JDBC: a job is inserted and committed, offered to this process's claimer after
 * the commit, claimed with others under a lease, run, and deleted with others. It has no recovery,
 * no schedules and no priorities: it shows what those may cost.
 */
public final class LimitContender implements Contender {
  private static final int MOST_OFFERED = 10_000;

  /** Poll interval with hints. */
  private static final long SELDOM_MILLIS = 1_000;

  /** Poll interval without hints, when only polls find another process's jobs. */
  private static final long POLL_MILLIS = 5;

  /** Ids rise with time, a million per millisecond, and differ between processes. */
  private static final long IDS_PER_MILLI = 1_000_000;

  private static final long ID_STEP = 1_000;

  private final long owner = ThreadLocalRandom.current().nextLong();
  private final AtomicLong lastId = new AtomicLong(ThreadLocalRandom.current().nextLong(ID_STEP));
  private final BlockingQueue<Claimed> offered = new ArrayBlockingQueue<>(MOST_OFFERED);

  /** Begins with a permit, so that the claimer first scans for earlier jobs. */
  private final Semaphore wake = new Semaphore(1);

  private @Nullable Site site;
  private @Nullable Table table;
  private @Nullable Hints hints;
  private @Nullable Finisher finisher;
  private @Nullable Crew crew;
  private volatile @Nullable Claimer claimer;

  @Override
  public Set<Ability> abilities() {
    return EnumSet.complementOf(EnumSet.of(Ability.KEYS, Ability.WORKFLOWS));
  }

  @Override
  public void prepare(Site place) throws Exception {
    try (Connection connection = place.pool().getConnection()) {
      table(place).create(connection);
    }
  }

  private static Table table(Site place) {
    return Table.of(place.mariaDb(), place.staffing().naming() != Naming.NONE);
  }

  @Override
  public void open(Site place) {
    site = place;
    table = table(place);
    if (!place.mariaDb() && !place.staffing().polls()) {
      Hints channel = new Hints(place.pool(), this::heard);
      channel.startSending();
      hints = channel;
    }
  }

  @Override
  public void work(Handler handler) throws Exception {
    Site place = given(site);
    Hints channel = hints;
    Held held = new Held(place.pool(), given(table), owner, place.keepsFinished());
    Finisher writer = new Finisher(held, this::offer);
    Handling handling =
        place.staffing().transactional()
            ? Handling.inTransaction(handler, held, writer)
            : Handling.withOthers(handler, writer);
    Crew workers = new Crew(place.workers(), place.slowAtATime(), handling, wake);
    finisher = writer;
    crew = workers;
    long pollMillis = channel == null ? POLL_MILLIS : SELDOM_MILLIS;
    claimer = new Claimer(held, pollMillis, offered, wake, workers);
    if (channel != null) {
      channel.startListening();
    }
  }

  @Override
  public void add(Job job) throws Exception {
    long id = idOf(job);
    boolean isNew;
    try (Connection connection = given(site).pool().getConnection()) {
      // This is the only statement, so it commits by itself.
      isNew = given(table).insert(connection, id, keyOf(job), job);
    }
    if (isNew && job.runAt() == null) {
      offer(new Claimed(id, job.kind(), job.number()));
    }
  }

  @Override
  public void addAll(List<Job> jobs) throws Exception {
    List<Long> ids = new ArrayList<>(jobs.size());
    List<@Nullable String> keys = new ArrayList<>(jobs.size());
    for (Job job : jobs) {
      ids.add(idOf(job));
      keys.add(keyOf(job));
    }
    try (Connection connection = given(site).pool().getConnection()) {
      given(table).insert(connection, ids, keys, jobs);
    }
    heard();
    tellOthers();
  }

  private long idOf(Job job) {
    return naming() == Naming.OWN_ID ? job.ownId() : nextId();
  }

  private @Nullable String keyOf(Job job) {
    return naming() == Naming.UNIQUE_KEY ? job.uniqueKey() : null;
  }

  private Naming naming() {
    return given(site).staffing().naming();
  }

  private void tellOthers() {
    Hints channel = hints;
    if (channel != null) {
      channel.tell();
    }
  }

  private void offer(Claimed job) {
    Claimer here = claimer;
    if (here == null) {
      tellOthers();
    } else if (offered.offer(job)) {
      if (wake.availablePermits() == 0) {
        wake.release();
      }
    } else {
      here.lookAround();
      tellOthers();
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
    Hints channel = hints;
    if (channel != null) {
      channel.stop();
    }
  }

  private static <T> T given(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("It isn't open");
    }
    return value;
  }
}
