package dev.baton.tck;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Flow;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.PermitCount;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import dev.baton.tck.table.FinishedRow;
import dev.baton.tck.table.KeyName;
import dev.baton.tck.table.LiveRow;
import dev.baton.tck.table.PermitTable;
import dev.baton.tck.table.RowAccess;
import dev.baton.tck.table.Tables;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task store in memory, with the same contract as the SQL stores. Every verb is one atomic step
 * under one lock, which no thread has during a wait.
 *
 * <p>Claims, sweeps, renewals and the verbs that never wait skip rows that an open transaction has
 * changed. All other verbs wait for these rows. The same is true for keys that the transaction
 * took. A wait longer than the lock timeout fails as in a database: its transaction can only be
 * rolled back.
 */
public final class MemoryTaskStore implements TaskStore {
  private static final Duration A_MOMENT = Duration.ofMillis(100);

  private final MemoryDatabase database;
  private final ReleaseListeners releases = new ReleaseListeners();

  /** Creates a store that waits for locks in real time, for at most five seconds. */
  public MemoryTaskStore(InstantSource clock) {
    this(clock, Sleeper.real(), Duration.ofSeconds(5));
  }

  /**
   * Creates a store.
   *
   * @param clock the store's clock; read to the microsecond
   * @param sleeper how a verb waits for the end of another transaction
   * @param lockTimeout the sum of pauses after which a verb gives up
   */
  public MemoryTaskStore(InstantSource clock, Sleeper sleeper, Duration lockTimeout) {
    database = new MemoryDatabase(clock, sleeper, lockTimeout);
  }

  /** Begins a new transaction. The caller ends it. */
  public MemoryTransaction begin() {
    return database.begin();
  }

  /** Returns the database, for other stores that share the transactions of this one. */
  MemoryDatabase database() {
    return database;
  }

  /** Returns the operations store on this store's tasks. */
  public MemoryOperationsStore operations() {
    return new MemoryOperationsStore(this);
  }

  @Override
  public void check() {}

  @Override
  public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    MemoryTransaction own = own(transaction);
    List<KeyName> keys = new ArrayList<>();
    tasks.forEach(
        task -> task.keys().forEach(key -> keys.add(KeyName.of(task.spec().type(), key))));
    return database.whenUnlocked(
        own,
        () -> database.othersTouchKeys(own, keys) || othersTouchWaits(own, tasks),
        now -> tasks.stream().map(task -> insert(own, task, now)).toList());
  }

  private boolean othersTouchWaits(MemoryTransaction own, List<NewTask> tasks) {
    Set<UUID> named = new LinkedHashSet<>();
    Set<Flow> orders = new LinkedHashSet<>();
    for (NewTask task : tasks) {
      if (task.waits() != null) {
        named.addAll(task.waits().done());
        named.addAll(task.waits().ended());
      }
      if (task.isInOrder()) {
        UUID before = WaitWrites.before(own.overlay(), task);
        orders.add(task.spec().flow());
        named.addAll(before == null ? Set.of() : Set.of(before));
      }
    }
    return database.othersTouchOrders(own, orders) || database.othersTouchTasks(own, named);
  }

  private AddResult insert(MemoryTransaction own, NewTask task, Instant now) {
    RowAccess unit = own.overlay();
    UUID before = WaitWrites.before(unit, task);
    NewTask placed = WaitWrites.placed(task, before);
    AddResult result = RowWrites.insert(unit, placed, now);
    if (result.wasAdded()) {
      if (task.isInOrder()) {
        unit.putOrder(task.spec().flow(), task.id());
      }
      if (placed.waits() == null && task.waits() != null) {
        releases.toldAfter(own, WaitWrites.first(unit, task.id()));
      } else {
        releases.toldAfter(own, WaitWrites.open(unit, placed, before, now));
      }
    }
    return result;
  }

  @Override
  public List<AddResult> insert(List<NewTask> tasks) {
    return database.alone(own -> insert(own, tasks));
  }

  @Override
  public boolean waitForEnds(Transaction transaction, UUID task, Waits waits) {
    MemoryTransaction own = own(transaction);
    return database.whenUnlocked(
        own,
        () -> database.othersTouchTasks(own, waits.ended()),
        now -> WaitWrites.await(own.overlay(), task, waits));
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    return database.atOnce(
        now -> {
          List<Task> claimed = new ArrayList<>();
          for (ClaimRequest request : requests) {
            LiveRow row = database.tables().live(request.id());
            if (row != null && isClaimable(row, request.version())) {
              claimed.add(claimed(row, owner, lease, request, now));
            }
          }
          return claimed;
        });
  }

  @Override
  public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
    return database.atOnce(
        now -> {
          PermitTable permits = database.tables().permits();
          List<Permit> all = requests.stream().flatMap(r -> r.permits().stream()).toList();
          PermitCount count =
              new PermitCount(now, permits.standings(all, database.tables()::isHeldBy));
          List<Task> claimed = new ArrayList<>();
          Map<UUID, PermitCount.Refusal> refused = new LinkedHashMap<>();
          for (LimitedRequest limited : requests) {
            ClaimRequest request = limited.request();
            LiveRow row = database.tables().live(request.id());
            if (row == null || !isClaimable(row, request.version())) {
              continue;
            }
            Optional<PermitCount.Refusal> refusal = count.take(limited.permits());
            if (refusal.isPresent()) {
              refused.put(request.id(), refusal.get());
              continue;
            }
            permits.take(request.id(), owner, limited.permits(), count);
            claimed.add(claimed(row, owner, lease, request, now));
          }
          return new LimitedClaim(claimed, refused);
        });
  }

  private Task claimed(LiveRow row, UUID owner, Duration lease, ClaimRequest request, Instant now) {
    Position taken =
        HolderRules.claimed(row.task().position(), owner, lease, request.lossLimit(), now);
    return RowWrites.place(database.tables(), row, taken, false, now);
  }

  private boolean isClaimable(LiveRow row, long version) {
    Position position = row.task().position();
    return position.status() == Status.READY
        && position.version() == version
        && !database.othersTouchTasks(null, List.of(row.task().id()));
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    return apply(transitions, (i, now) -> {});
  }

  /**
   * Applies transitions.
   *
   * @param noted called with the index of each applied transition, in the step that applies it
   */
  List<Boolean> apply(List<Transition> transitions, BiConsumer<Integer, Instant> noted) {
    List<UUID> ids = transitions.stream().map(Transition::id).toList();
    List<Candidate> released = new ArrayList<>();
    List<Boolean> answer =
        database.whenUnlocked(
            null,
            () -> database.othersTouchTasks(null, WaitWrites.reach(database.tables(), ids)),
            now -> {
              // Sort by id, the order in which every store locks rows, so that batches can't
              // deadlock.
              List<Integer> order = new ArrayList<>();
              ids.forEach(id -> order.add(order.size()));
              order.sort(Comparator.comparing(ids::get, IdOrder.BY_BYTES));
              TreeMap<Integer, Boolean> verdicts = new TreeMap<>();
              order.forEach(
                  i -> {
                    WaitWrites.Applied applied =
                        WaitWrites.apply(database.tables(), transitions.get(i), now);
                    released.addAll(applied.released());
                    releases.moved(applied);
                    verdicts.put(i, applied.done());
                    if (applied.done()) {
                      noted.accept(i, now);
                    }
                  });
              return List.copyOf(verdicts.values());
            });
    releases.tell(released);
    return answer;
  }

  @Override
  public boolean apply(Transaction transaction, Transition transition) {
    MemoryTransaction own = database.own(transaction);
    return database.whenUnlocked(
        own,
        () ->
            database.othersTouchTasks(
                own, WaitWrites.reach(own.overlay(), List.of(transition.id()))),
        now -> {
          WaitWrites.Applied applied = WaitWrites.apply(own.overlay(), transition, now);
          releases.toldAfter(own, applied);
          return applied.done();
        });
  }

  @Override
  public List<Verdict> tryApply(List<Transition> transitions) {
    transitions.forEach(MemoryTaskStore::requireNotBlocked);
    List<Candidate> released = new ArrayList<>();
    List<Verdict> answer =
        database.atOnce(
            now -> {
              List<Verdict> verdicts = new ArrayList<>();
              for (Transition transition : transitions) {
                WaitWrites.Applied applied = null;
                if (!othersTouch(null, database.tables(), transition)) {
                  applied = WaitWrites.apply(database.tables(), transition, now);
                  released.addAll(applied.released());
                  releases.moved(applied);
                }
                verdicts.add(verdict(applied, database.tables(), transition, now));
              }
              return verdicts;
            });
    releases.tell(released);
    return answer;
  }

  @Override
  public Verdict tryApply(Transaction transaction, Transition transition) {
    requireNotBlocked(transition);
    MemoryTransaction own = database.own(transaction);
    return database.whenUnlocked(
        own,
        () -> false,
        now -> {
          WaitWrites.Applied applied = null;
          if (!othersTouch(own, own.overlay(), transition)) {
            applied = WaitWrites.apply(own.overlay(), transition, now);
            releases.toldAfter(own, applied);
          }
          return verdict(applied, own.overlay(), transition, now);
        });
  }

  private boolean othersTouch(
      @Nullable MemoryTransaction own, RowAccess unit, Transition transition) {
    return database.othersTouchTasks(own, WaitWrites.reach(unit, List.of(transition.id())));
  }

  /**
   * Returns the result of a transition. If its rows are locked, its guard is checked against the
   * committed rows.
   */
  private static Verdict verdict(
      WaitWrites.@Nullable Applied applied, RowAccess unit, Transition transition, Instant now) {
    if (applied != null) {
      return applied.done() ? Verdict.APPLIED : Verdict.STALE;
    }
    return RowWrites.fits(unit, transition, now) ? Verdict.BUSY : Verdict.STALE;
  }

  private static void requireNotBlocked(Transition transition) {
    if (transition.guard().status() == Status.BLOCKED) {
      throw new IllegalArgumentException(
          "Task "
              + transition.id()
              + " is BLOCKED, so no node runs it: write this transition with apply");
    }
  }

  @Override
  public boolean briefly(Transaction transaction, Runnable work) {
    MemoryTransaction own = database.own(transaction);
    own.waitsAtMost(A_MOMENT);
    try {
      work.run();
      return true;
    } catch (MemoryDatabase.StayedLockedException locked) {
      return false;
    } finally {
      own.waitsAtMost(null);
    }
  }

  @Override
  public Renewal renew(Duration lease, List<ClaimFence> held) {
    return database.atOnce(
        now -> {
          Set<UUID> renewed = new LinkedHashSet<>();
          List<ClaimFence> locked = new ArrayList<>();
          for (ClaimFence fence : held) {
            if (database.othersTouchTasks(null, List.of(fence.id()))) {
              locked.add(fence);
            } else if (RowWrites.renew(database.tables(), fence, lease, now)) {
              renewed.add(fence.id());
            }
          }
          return new Renewal(renewed, Queries.confirm(database.tables(), locked));
        });
  }

  @Override
  public Set<UUID> confirm(List<ClaimFence> held) {
    return database.locked(() -> Queries.confirm(database.tables(), held));
  }

  @Override
  public List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
    return database.locked(() -> Queries.heldBy(database.tables(), node, after, limit));
  }

  @Override
  public List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
    return database.locked(() -> Queries.firstOfEachFlow(database.tables(), bucket, after, limit));
  }

  @Override
  public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return database.locked(() -> Queries.scan(database.tables(), bucket, after, limit));
  }

  @Override
  public List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
    return database.locked(() -> Queries.fetch(database.tables(), bucket, requests, limit));
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    return database.atOnce(
        now -> {
          List<Candidate> ready = new ArrayList<>();
          SweepPlace from = SweepPlace.since(since);
          for (Task task : Alarms.passed(database, Status.WAITING, from, limit, now)) {
            RowWrites.apply(database.tables(), SweepRules.due(task, hintExpiry), now);
            ready.add(Queries.task(database.tables(), task.id()).candidate());
          }
          return ready;
        });
  }

  @Override
  public List<Task> leasesBeyond(Duration ahead, int limit) {
    return database.atOnce(
        now ->
            database.tables().alarms(Status.RUNNING).descendingSet().stream()
                .takeWhile(alarm -> alarm.at().isAfter(now.plus(ahead)))
                .limit(limit)
                .map(alarm -> Queries.task(database.tables(), alarm.id()).outline())
                .toList());
  }

  @Override
  public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    return database.atOnce(
        now -> {
          List<Task> found = Alarms.passed(database, Status.RUNNING, leases, limit, now);
          found.addAll(Alarms.passed(database, Status.READY, hints, limit - found.size(), now));
          return found.stream().map(Task::outline).toList();
        });
  }

  @Override
  public boolean stop(UUID id, long version, String error) {
    return database.atOnce(
        now ->
            !database.othersTouchTasks(null, List.of(id))
                && RowWrites.stop(database.tables(), id, version, error, now));
  }

  @Override
  public int prune(int limit) {
    return database.atOnce(
        now -> {
          List<UUID> over = Alarms.finished(database, limit, now);
          over.forEach(database.tables()::removeFinished);
          over.forEach(database.tables()::removeAttempts);
          database.tables().pruneOrders();
          Alarms.keys(database, limit, now).forEach(database.tables()::removeKey);
          database.tables().pruneLabels();
          return over.size();
        });
  }

  @Override
  public Optional<Task> find(UUID id) {
    return database.locked(
        () -> Optional.ofNullable(database.tables().live(id)).map(LiveRow::task));
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return database.locked(
        () -> Optional.ofNullable(database.tables().finished(id)).map(FinishedRow::task));
  }

  @Override
  public LiveAndFinished liveAndFinished(Set<UUID> ids) {
    return database.locked(() -> Queries.liveAndFinished(database.tables(), ids));
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement) {
    return database.whenUnlocked(
        null,
        () -> database.othersTouchKeysOf(id),
        now ->
            RowWrites.runAgain(
                database.tables(), id, version, placement, NoteCut.Whole.ALL, true, now));
  }

  @Override
  public List<Prerequisite> waitedFor(UUID id) {
    return database.locked(() -> WaitWrites.waitedFor(database.tables(), id));
  }

  @Override
  public WaitState waiting(UUID id) {
    return database.locked(() -> WaitWrites.standing(database.tables(), id));
  }

  @Override
  public void onReleased(Consumer<List<Candidate>> listener) {
    releases.add(listener);
  }

  /**
   * Registers a listener of tasks that are moved because other tasks end. It is called in the step
   * that moves them, under the store's lock. If that step is in a transaction, the move takes
   * effect only when the transaction commits.
   */
  public void onMovedByOthers(Consumer<UUID> listener) {
    releases.onMoved(listener);
  }

  /** Returns all committed live tasks, by id. */
  public List<Task> live() {
    return database.locked(
        () -> database.tables().allLive().values().stream().map(LiveRow::task).toList());
  }

  /** Returns all finished tasks that are kept, by id. */
  public List<FinishedTask> finished() {
    return database.locked(
        () -> database.tables().allFinished().values().stream().map(FinishedRow::task).toList());
  }

  /** Returns how often each effect was committed; see {@link MemoryTransaction#effect}. */
  public SortedMap<String, Integer> effects() {
    return database.locked(() -> new TreeMap<>(database.tables().effects()));
  }

  /** Returns a copy of everything that is committed now. */
  public Snapshot snapshot() {
    return database.locked(() -> new Snapshot(database.tables().copy()));
  }

  /**
   * Restores an earlier snapshot, as a failover to a lagging replica does: everything committed
   * since then is lost, and every open transaction is aborted. The clock continues.
   */
  public void rewindTo(Snapshot snapshot) {
    database.replaceTables(snapshot.tables.copy());
  }

  /** Locks a task; see {@link MemorySignalStore}. */
  Optional<Task> lock(Transaction transaction, UUID id) {
    MemoryTransaction own = own(transaction);
    return database.whenUnlocked(
        own,
        () -> database.othersTouchTasks(own, List.of(id)),
        now -> {
          LiveRow row = own.overlay().live(id);
          if (row != null) {
            // Written unchanged, because other transactions wait for rows that a transaction has
            // written.
            own.overlay().putLive(row);
          }
          return Optional.ofNullable(row).map(LiveRow::task);
        });
  }

  private MemoryTransaction own(Transaction transaction) {
    return database.own(transaction);
  }

  /** Everything that was committed at one time. */
  public static final class Snapshot {
    private final Tables tables;

    private Snapshot(Tables tables) {
      this.tables = tables;
    }
  }
}
