package dev.baton.move;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.move.Ledger.Phase;
import dev.baton.move.OldEngine.Kind;
import dev.baton.move.OldEngine.Page;
import dev.baton.move.OldEngine.Place;
import dev.baton.move.OldEngine.Request;
import dev.baton.move.OldEngine.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Takes the tasks of another engine over into Baton, in the same database, while both run.
 *
 * <p>{@link #look} first. {@link #go} carries batches, each in one transaction with the end of its
 * old rows; killed at any moment, it can be started again and goes on. {@link #undo} gives back
 * what hasn't started in Baton, until {@link #finish}. Two that move the same engine's tasks take
 * turns. Each verb runs in the calling thread; {@link #stop} may be called by any.
 *
 * @see Mapping
 */
public final class Move {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** How much later than its time of ending a row may be seen, clocks and all. */
  private static final Duration LATE_COMMITS = Duration.ofMinutes(5);

  private final OldEngine engine;
  private final int batch;
  private final Duration keep;
  private final Sessions sessions;
  private final Fates fates;
  private final Ledger ledger;
  private final Carrier carrier;
  private final Undoing undoing;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private Move(Builder builder) {
    this.engine = builder.engine;
    this.batch = builder.batch;
    this.keep = builder.keep;
    Database database = Database.of(builder.dataSource, NetworkTimeout.of(TIMEOUT));
    this.sessions = new Sessions(database);
    this.fates = new Fates(builder.mapping, new Arrival(engine, keep, builder.lost));
    this.ledger = new Ledger(engine.name());
    JdbcScheduleStore schedules = JdbcScheduleStore.on(database);
    JdbcTaskStore tasks = JdbcTaskStore.on(database);
    this.carrier = new Carrier(engine, fates, ledger, tasks, schedules);
    this.undoing = new Undoing(engine, ledger, schedules, sessions.statements());
  }

  /**
   * A move from this engine's tables to Baton's, both in this database.
   *
   * @param dataSource gives connections that may read and write both; set up as the old engine's
   *     are, in their time zone above all
   */
  public static Builder from(OldEngine engine, DataSource dataSource) {
    return new Builder(engine, dataSource);
  }

  /** Says how it is to be done. */
  public static final class Builder {
    private static final int MAX_BATCH = 5_000;

    private final OldEngine engine;
    private final DataSource dataSource;
    private Mapping mapping = Mapping.asIs();
    private int batch = 200;
    private Duration keep = Duration.ofDays(30);
    private @Nullable LostTasks lost;

    private Builder(OldEngine engine, DataSource dataSource) {
      this.engine = engine;
      this.dataSource = dataSource;
    }

    /** What becomes of each task; without it, each keeps its type and its payload. */
    public Builder mapping(Mapping value) {
      mapping = value;
      return this;
    }

    /** How many rows one transaction takes, 1 to 5,000; 200 unless said. */
    public Builder batch(int rows) {
      if (rows < 1 || rows > MAX_BATCH) {
        throw new IllegalArgumentException("A batch has 1-" + MAX_BATCH + " rows, not " + rows);
      }
      batch = rows;
      return this;
    }

    /**
     * How long ids and unique keys stay taken at least: of finished tasks from their end, of those
     * that go over from then; 30 days unless said.
     */
    public Builder keepKeys(Duration value) {
      keep = value;
      return this;
    }

    /**
     * The old engine has been stopped everywhere: rows that look as if they ran are those of nodes
     * that fell, and go over, too.
     *
     * @param becomes what to do with them
     */
    public Builder stopped(LostTasks becomes) {
      lost = becomes;
      return this;
    }

    /**
     * @throws StoreUnavailableException when the database can't be reached
     */
    public Move build() {
      return new Move(this);
    }
  }

  /** Counts what would become of each row. Reads them all, locks none and writes nothing. */
  public Survey look() {
    Survey.Counter counter = new Survey.Counter();
    Instant now = sessions.clock();
    each(Kind.RUNNING_TOO, now, row -> count(counter, row, now));
    each(Kind.FINISHED, now, row -> counter.add(row.task(), Survey.Fate.KEY, null));
    return counter.survey();
  }

  private interface Counting {
    void row(Row row);
  }

  private void each(Kind kind, Instant now, Counting counting) {
    Place[] place = new Place[1];
    do {
      Page page =
          sessions.transaction(
              "Looking at tasks to move",
              (s, t) -> engine.page(s, place[0], new Request(kind, batch, false, now.minus(keep))));
      page.rows().forEach(counting::row);
      place[0] = page.next();
    } while (place[0] != null);
  }

  private void count(Survey.Counter counter, Row row, Instant now) {
    Fates.Fate fate = fates.of(row, now);
    if (fate instanceof Fates.Stays stays) {
      counter.add(row.task(), Survey.Fate.STAYS, stays.reason());
    } else {
      boolean isTask = fate instanceof Fates.AsTask;
      counter.add(row.task(), isTask ? Survey.Fate.TASK : Survey.Fate.SCHEDULE, null);
    }
  }

  /**
   * Takes over what can go, until a round finds nothing more, or the move is stopped.
   *
   * @throws IllegalStateException when the move is finished
   */
  public Progress go() {
    return go(null);
  }

  /**
   * As {@link #go()}, and then goes on with what comes, until the move is stopped.
   *
   * @param pause between two rounds that find nothing
   */
  public Progress follow(Duration pause) {
    return go(pause);
  }

  private Progress go(@Nullable Duration pause) {
    begin(Phase.GOING);
    Kind live = fates.arrival().lost() == null ? Kind.TAKEABLE : Kind.RUNNING_TOO;
    Instant began = sessions.clock();
    Instant ended = began.minus(keep);
    Progress total = round(Kind.FINISHED, ended);
    while (true) {
      Progress round = round(live, ended);
      if (engine.keepsEndedRows()) {
        forgetEnded();
      }
      total = total.plus(round).withLeft(round.left());
      boolean isIdle = round.moved() + round.alreadyThere() == 0;
      if (!goesOn() || (isIdle && rested(pause))) {
        return total;
      }
      ended = began.minus(LATE_COMMITS);
      began = sessions.clock();
      round(Kind.FINISHED, ended);
    }
  }

  /** Whether it was stopped meanwhile. */
  private boolean rested(@Nullable Duration pause) {
    try {
      return pause == null || stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** All rows of a kind once; of the finished, those that ended after that time. */
  private Progress round(Kind kind, Instant ended) {
    Progress round = Progress.NONE;
    Place place = null;
    do {
      Place from = place;
      Step step =
          sessions.transaction(
              "Taking tasks over",
              (s, t) -> step(s, t, new Request(kind, batch, kind != Kind.FINISHED, ended), from));
      round = round.plus(step.done());
      place = step.next();
    } while (place != null);
    return round;
  }

  private record Step(Progress done, @Nullable Place next) {
    private static final Step NONE = new Step(Progress.NONE, null);
  }

  private Step step(Session session, Transaction transaction, Request request, @Nullable Place from)
      throws SQLException {
    if (stopped.getCount() == 0 || ledger.lock(session) != Phase.GOING) {
      return Step.NONE;
    }
    Page page = engine.page(session, from, request);
    Progress done =
        request.kind() == Kind.FINISHED
            ? carrier.keepKeys(session, page.rows(), keep, sessions.now(session))
            : carrier.carry(session, transaction, page.rows(), sessions.now(session));
    return new Step(done, page.next());
  }

  private void forgetEnded() {
    pages(
        "Removing the old rows of ended tasks",
        (session, transaction, page) -> {
          if (ledger.lock(session) == Phase.GOING) {
            undoing.forgetEnded(session, page);
          }
          return Progress.NONE;
        });
  }

  /** Ends the runs of this object and of other processes, after the batch that is under way. */
  public void stop() {
    stopped.countDown();
    sessions.transaction(
        "Stopping the move",
        (session, transaction) -> {
          if (ledger.exists(session) && ledger.lock(session) != Phase.FINISHED) {
            ledger.set(session, Phase.STOPPED);
          }
          return true;
        });
  }

  /**
   * Gives back what hasn't started in Baton. Runs of {@link #go} end, in other processes, too. What
   * runs or has ended in Baton stays there.
   *
   * @throws IllegalStateException when the move is finished
   */
  public Progress undo() {
    begin(Phase.UNDOING);
    Progress done =
        pages(
            "Giving tasks back",
            (session, transaction, page) ->
                stopped.getCount() > 0 && ledger.lock(session) == Phase.UNDOING
                    ? undoing.giveBack(session, transaction, page, sessions.now(session))
                    : Progress.NONE);
    sessions.transaction(
        "Ending the giving back",
        (session, transaction) -> {
          if (ledger.lock(session) == Phase.UNDOING) {
            ledger.set(session, Phase.STOPPED);
          }
          return true;
        });
    return done;
  }

  /**
   * Ends the move for good, when the old engine runs nowhere any more: what was noted for undoing
   * is removed.
   */
  public void finish() {
    begin(Phase.STOPPED);
    if (engine.keepsEndedRows()) {
      pages(
          "Removing old rows",
          (session, transaction, page) -> {
            engine.remove(session, page.stream().map(Moved::oldKey).toList());
            return Progress.NONE;
          });
    }
    sessions.transaction(
        "Finishing the move",
        (session, transaction) -> {
          ledger.lock(session);
          ledger.forget(session);
          ledger.set(session, Phase.FINISHED);
          return true;
        });
  }

  /** How many rows went over and could be looked at for undoing. */
  public long noted() {
    return sessions.transaction(
        "Counting what went over",
        (session, transaction) -> ledger.exists(session) ? ledger.count(session) : 0L);
  }

  private interface PageWork {
    Progress of(Session session, Transaction transaction, List<Moved> page) throws SQLException;
  }

  /** Each page of what went over, in a transaction of its own. */
  private Progress pages(String doing, PageWork work) {
    Progress total = Progress.NONE;
    String[] after = {""};
    while (true) {
      List<Moved> page = sessions.transaction(doing, (s, t) -> ledger.page(s, after[0], batch));
      if (page.isEmpty()) {
        return total;
      }
      total = total.plus(sessions.transaction(doing, (s, t) -> work.of(s, t, page)));
      after[0] = page.get(page.size() - 1).oldKey();
    }
  }

  private void begin(Phase phase) {
    // Its own transaction: on MySQL the making of a table commits.
    sessions.transaction(
        "Making the table baton_moved",
        (session, transaction) -> {
          ledger.create(session);
          return true;
        });
    sessions.transaction(
        "Beginning",
        (session, transaction) -> {
          if (ledger.lock(session) == Phase.FINISHED) {
            throw new IllegalStateException(
                "The move from "
                    + engine.name()
                    + " is finished. To begin it anew, remove its row from baton_moved");
          }
          ledger.set(session, phase);
          return true;
        });
  }

  private boolean goesOn() {
    return stopped.getCount() > 0
        && sessions.transaction("Reading the phase", (s, t) -> ledger.phase(s)) == Phase.GOING;
  }
}
