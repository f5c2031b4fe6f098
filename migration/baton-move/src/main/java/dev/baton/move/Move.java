package dev.baton.move;

import dev.baton.api.Transaction;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.Codecs;
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
import dev.baton.schedule.Timing;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Takes over another engine's tasks into Baton, in the same database, while both run.
 *
 * <p>Call {@link #look} first. {@link #go} works in batches. One transaction adds a batch of tasks
 * and ends their old rows, so {@link #go} can be killed at any moment and started again. {@link
 * #undo} returns tasks that haven't started in Baton, until {@link #finish}. If two processes move
 * the same engine's tasks, their batches take turns. Each verb runs in the calling thread; any
 * thread may call {@link #stop}.
 *
 * @see Mapping
 */
public final class Move {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /**
   * Maximum time from the end of a finished row until it is visible, including differences between
   * clocks.
   */
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
    this.fates = new Fates(builder.mapping, new Arrival(engine, keep, builder.lost, builder.codec));
    this.ledger = new Ledger(engine.name());
    JdbcScheduleStore schedules = new JdbcScheduleStore(database);
    JdbcTaskStore tasks = JdbcTaskStore.on(database);
    this.carrier = new Carrier(engine, fates, ledger, tasks, schedules);
    this.undoing = new Undoing(engine, ledger, schedules, sessions.statements());
  }

  /**
   * Returns a builder of a move from this engine's tables to Baton's tables in the same database.
   *
   * @param dataSource returns connections that may read and write both, with the old engine's
   *     settings, especially its time zone
   */
  public static Builder from(OldEngine engine, DataSource dataSource) {
    return new Builder(engine, dataSource);
  }

  /** Builds a move. */
  public static final class Builder {
    private static final int MAX_BATCH = 5_000;

    private final OldEngine engine;
    private final DataSource dataSource;
    private Mapping mapping = Mapping.asIs();
    private int batch = 200;
    private Duration keep = Duration.ofDays(30);
    private @Nullable LostTasks lost;
    private Supplier<PayloadCodec> codec = Codecs.STANDARD;

    private Builder(OldEngine engine, DataSource dataSource) {
      this.engine = engine;
      this.dataSource = dataSource;
    }

    /** Sets the mapping; by default, each task keeps its type and its payload. */
    public Builder mapping(Mapping value) {
      mapping = value;
      return this;
    }

    /** Sets the number of rows in one transaction, 1 to 5,000; by default 200. */
    public Builder batch(int rows) {
      if (rows < 1 || rows > MAX_BATCH) {
        throw new IllegalArgumentException("A batch needs 1-" + MAX_BATCH + " rows, not " + rows);
      }
      batch = rows;
      return this;
    }

    /**
     * Sets the minimum time for which ids and unique keys stay taken: for finished tasks from their
     * end, for others from the move; by default 30 days.
     */
    public Builder keepKeys(Duration value) {
      keep = value;
      return this;
    }

    /**
     * States that the old engine has been stopped everywhere. Rows that seem to be running then
     * belong to nodes that crashed, and are taken over too.
     *
     * @param becomes what to do with them
     */
    public Builder stopped(LostTasks becomes) {
      lost = becomes;
      return this;
    }

    /**
     * Sets the codec for payloads of requests that a {@link Mapping} makes, if their types set no
     * codec. The default writes JSON with Jackson. Use the codec of the nodes, which they get from
     * {@code Baton.builder(...).codec(...)}.
     */
    public Builder codec(PayloadCodec standard) {
      codec = () -> standard;
      return this;
    }

    /**
     * @throws StoreUnavailableException if the database can't be reached
     */
    public Move build() {
      return new Move(this);
    }
  }

  /** Counts what would happen to each row. Reads all rows, locks none and writes nothing. */
  public Survey look() {
    Survey.Counter counter = new Survey.Counter();
    Instant now = sessions.clock();
    each(Kind.RUNNING_TOO, now, row -> count(counter, row, now));
    each(Kind.FINISHED, now, row -> counter.add(row.task(), Survey.Fate.KEY, null));
    return counter.survey();
  }

  /**
   * Counts the live rows of the old engine, with the reasons why they stay. Reads these rows, locks
   * none and writes nothing.
   */
  public Survey left() {
    Survey.Counter counter = new Survey.Counter();
    Instant now = sessions.clock();
    each(Kind.RUNNING_TOO, now, row -> count(counter, row, now));
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
              "Reading the tasks to move",
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
    Timing timing = timing(row, fate);
    if (timing != null && timing.fault() == null) {
      counter.add(Survey.Recurring.of(row.task(), timing, now));
    }
  }

  /** Returns when its schedule ticks, or when the row recurs; null if Baton can't read it. */
  private static @Nullable Timing timing(Row row, Fates.Fate fate) {
    if (fate instanceof Fates.AsSchedule schedule) {
      return schedule.schedule().timing();
    }
    Standing.Recurrence recurrence = row.task().standing().recurrence();
    return recurrence == null || recurrence.zone() == null || row.fault() != null
        ? null
        : new Timing.Cron(recurrence.expression(), recurrence.zone());
  }

  /**
   * Takes over all rows that can be moved, until a round finds nothing more or the move is stopped.
   *
   * @throws IllegalStateException if the move is finished
   */
  public MoveProgress go() {
    return go(null);
  }

  /**
   * Does the same as {@link #go()}, and then continues with new rows, until the move is stopped.
   *
   * @param pause between two rounds that find nothing
   */
  public MoveProgress follow(Duration pause) {
    return go(pause);
  }

  private MoveProgress go(@Nullable Duration pause) {
    begin(Phase.GOING);
    Kind live = fates.arrival().lost() == null ? Kind.TAKEABLE : Kind.RUNNING_TOO;
    Instant began = sessions.clock();
    Instant ended = began.minus(keep);
    MoveProgress total = round(Kind.FINISHED, ended);
    while (true) {
      MoveProgress round = round(live, ended);
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

  /** Pauses; returns whether the move was stopped meanwhile. */
  private boolean rested(@Nullable Duration pause) {
    try {
      return pause == null || stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Processes all rows of a kind once; of the finished ones, those that ended after that time. */
  private MoveProgress round(Kind kind, Instant ended) {
    MoveProgress round = MoveProgress.NONE;
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

  private record Step(MoveProgress done, @Nullable Place next) {
    private static final Step NONE = new Step(MoveProgress.NONE, null);
  }

  private Step step(Session session, Transaction transaction, Request request, @Nullable Place from)
      throws SQLException {
    if (stopped.getCount() == 0 || ledger.lock(session) != Phase.GOING) {
      return Step.NONE;
    }
    Page page = engine.page(session, from, request);
    MoveProgress done =
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
          return MoveProgress.NONE;
        });
  }

  /** Ends the runs of this object and of other processes, after their current batch. */
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
   * Returns tasks that haven't started in Baton to the old engine. Runs of {@link #go} end, in
   * other processes too. Tasks that run or have ended in Baton stay there.
   *
   * @throws IllegalStateException if the move is finished
   */
  public MoveProgress undo() {
    begin(Phase.UNDOING);
    MoveProgress done =
        pages(
            "Returning tasks to the old engine",
            (session, transaction, page) ->
                stopped.getCount() > 0 && ledger.lock(session) == Phase.UNDOING
                    ? undoing.giveBack(session, transaction, page, sessions.now(session))
                    : MoveProgress.NONE);
    sessions.transaction(
        "Ending the return of tasks",
        (session, transaction) -> {
          if (ledger.lock(session) == Phase.UNDOING) {
            ledger.set(session, Phase.STOPPED);
          }
          return true;
        });
    return done;
  }

  /**
   * Ends the move permanently, when no node runs the old engine any more. Removes the records for
   * undoing it.
   *
   * @throws IllegalStateException if live rows are left in the old engine; see {@link #left}
   */
  public void finish() {
    long left = left().lines().stream().mapToLong(Survey.Line::count).sum();
    if (left > 0) {
      throw new IllegalStateException(
          left
              + " rows are left in "
              + engine.name()
              + ", which no node would run. Read their reasons with look, or finish and leave them"
              + " (finishAndLeave, --leave)");
    }
    finishAndLeave();
  }

  /** Does the same as {@link #finish}, and leaves the live rows of the old engine. */
  public void finishAndLeave() {
    begin(Phase.STOPPED);
    if (engine.keepsEndedRows()) {
      pages(
          "Removing old rows",
          (session, transaction, page) -> {
            engine.remove(session, page.stream().map(Moved::oldKey).toList());
            return MoveProgress.NONE;
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

  /** Returns the number of rows that were taken over and can still be undone. */
  public long noted() {
    return sessions.transaction(
        "Counting the rows that were taken over",
        (session, transaction) -> ledger.exists(session) ? ledger.count(session) : 0L);
  }

  private interface PageWork {
    MoveProgress of(Session session, Transaction transaction, List<Moved> page) throws SQLException;
  }

  /** Processes each page of rows that were taken over, in its own transaction. */
  private MoveProgress pages(String doing, PageWork work) {
    MoveProgress total = MoveProgress.NONE;
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
    // A separate transaction, because creating a table commits on MySQL.
    sessions.transaction(
        "Creating the table baton_moved",
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
                    + " is finished. To start it again, remove its row from baton_moved");
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
