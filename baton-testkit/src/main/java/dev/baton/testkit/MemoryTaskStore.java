package dev.baton.testkit;

import dev.baton.api.AddResult;
import dev.baton.api.StoreUnavailableException;
import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.Flow;
import dev.baton.task.Hold;
import dev.baton.task.HolderRules;
import dev.baton.task.Incarnation;
import dev.baton.task.NewTask;
import dev.baton.task.Placement;
import dev.baton.task.Position;
import dev.baton.task.Status;
import dev.baton.task.SweepRules;
import dev.baton.task.Task;
import dev.baton.task.Transition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task store in memory, under the same contract as the SQL stores. Every verb is one atomic step
 * under one lock, which is never held while anything waits.
 *
 * <p>Rows that an open transaction changed are skipped by claims and sweeps and waited for by all
 * others; so are the keys it took. A wait that takes longer than the lock timeout fails as a
 * database's does, and the transaction it happened in can then only be rolled back.
 */
public final class MemoryTaskStore implements TaskStore {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final InstantSource clock;
  private final Pause pause;
  private final Duration lockTimeout;
  private final ReentrantLock lock = new ReentrantLock();
  private final LinkedHashSet<MemoryTransaction> open = new LinkedHashSet<>();
  private Tables tables = new Tables();

  /** Waits in real time, five seconds at the most. */
  public MemoryTaskStore(InstantSource clock) {
    this(clock, Pause.real(), Duration.ofSeconds(5));
  }

  /**
   * A store with its own idea of waiting.
   *
   * @param clock the store's clock; read to the microsecond
   * @param pause how a verb waits for the end of another transaction
   * @param lockTimeout the sum of pauses after which it gives up
   */
  public MemoryTaskStore(InstantSource clock, Pause pause, Duration lockTimeout) {
    this.clock = clock;
    this.pause = pause;
    this.lockTimeout = lockTimeout;
  }

  /** A new transaction; its user ends it. */
  public MemoryTransaction begin() {
    return locked(
        () -> {
          MemoryTransaction transaction = new MemoryTransaction(this, new Overlay(tables));
          open.add(transaction);
          return transaction;
        });
  }

  @Override
  public void check() {}

  @Override
  public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
    MemoryTransaction own = own(transaction);
    List<KeyName> keys = new ArrayList<>();
    tasks.forEach(
        task -> task.keys().forEach(key -> keys.add(KeyName.of(task.spec().type(), key))));
    return whenFree(
        own,
        () -> othersTouchKeys(own, keys),
        now -> {
          List<AddResult> results = new ArrayList<>();
          tasks.forEach(task -> results.add(Moves.insert(own.overlay(), task, now)));
          return results;
        });
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    return atOnce(
        now -> {
          List<Task> claimed = new ArrayList<>();
          for (ClaimRequest request : requests) {
            LiveRow row = tables.live(request.id());
            if (row != null && isClaimable(row, request.version())) {
              Position taken =
                  HolderRules.claimed(
                      row.task().position(), owner, lease, request.lossLimit(), now);
              claimed.add(Moves.place(tables, row, taken, false, now));
            }
          }
          return claimed;
        });
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    List<UUID> ids = transitions.stream().map(Transition::id).toList();
    return whenFree(
        null,
        () -> othersTouchTasks(null, ids),
        now -> {
          // In order of ids, as every store locks rows: two batches can't wait for each other.
          List<Integer> order = new ArrayList<>();
          ids.forEach(id -> order.add(order.size()));
          order.sort(Comparator.comparing(ids::get, Ids.ORDER));
          TreeMap<Integer, Boolean> verdicts = new TreeMap<>();
          order.forEach(i -> verdicts.put(i, Moves.apply(tables, transitions.get(i), now)));
          return List.copyOf(verdicts.values());
        });
  }

  @Override
  public boolean apply(Transaction transaction, Transition transition) {
    MemoryTransaction own = own(transaction);
    return whenFree(
        own,
        () -> othersTouchTasks(own, List.of(transition.id())),
        now -> Moves.apply(own.overlay(), transition, now));
  }

  @Override
  public Set<UUID> renew(Duration lease, List<Hold> held) {
    List<UUID> ids = held.stream().map(Hold::id).toList();
    return whenFree(
        null,
        () -> othersTouchTasks(null, ids),
        now -> {
          Set<UUID> renewed = new LinkedHashSet<>();
          for (Hold ref : held) {
            LiveRow row = tables.live(ref.id());
            if (row != null && isHeld(row.task().position(), ref)) {
              Position longer = withAlarm(row.task().position(), now.plus(lease));
              Moves.place(tables, row, longer, false, now);
              renewed.add(ref.id());
            }
          }
          return renewed;
        });
  }

  @Override
  public Set<UUID> confirm(List<Hold> held) {
    return locked(
        () -> {
          Set<UUID> confirmed = new LinkedHashSet<>();
          for (Hold ref : held) {
            LiveRow row = tables.live(ref.id());
            if (row != null && isHeld(row.task().position(), ref)) {
              confirmed.add(ref.id());
            }
          }
          return confirmed;
        });
  }

  @Override
  public List<Task> heldBy(Incarnation node, @Nullable UUID after, int limit) {
    return locked(
        () -> {
          NavigableSet<UUID> ids = tables.heldBy(node);
          NavigableSet<UUID> rest = after == null ? ids : ids.tailSet(after, false);
          return rest.stream().limit(limit).map(this::committed).toList();
        });
  }

  @Override
  public List<Flow> flows(String bucket, @Nullable Flow after, int limit) {
    return locked(
        () -> {
          NavigableMap<Flow, TreeSet<Tables.Ready>> flows = tables.ready(bucket);
          NavigableMap<Flow, ?> rest = after == null ? flows : flows.tailMap(after, false);
          return rest.keySet().stream().limit(limit).toList();
        });
  }

  @Override
  public List<Candidate> pull(String bucket, List<Flow> flows, int limit) {
    return locked(
        () -> {
          List<Candidate> pulled = new ArrayList<>();
          for (Flow flow : flows) {
            Collection<Tables.Ready> ready =
                tables.ready(bucket).getOrDefault(flow, new TreeSet<>());
            ready.stream()
                .limit(limit)
                .forEach(entry -> pulled.add(Candidate.of(committed(entry.id()))));
          }
          return pulled;
        });
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, int limit) {
    return atOnce(
        now -> {
          List<Candidate> ready = new ArrayList<>();
          for (Task task : passed(Status.WAITING, limit, now)) {
            Moves.apply(tables, SweepRules.due(task, hintExpiry), now);
            ready.add(Candidate.of(committed(task.id())));
          }
          return ready;
        });
  }

  @Override
  public List<Task> overdue(int limit) {
    return atOnce(
        now -> {
          List<Task> found = passed(Status.PROCESSING, limit, now);
          found.addAll(passed(Status.SUBMITTED, limit - found.size(), now));
          return found;
        });
  }

  @Override
  public int prune(int limit) {
    return atOnce(
        now -> {
          List<UUID> over = new ArrayList<>();
          for (Tables.Alarm entry : tables.retention()) {
            if (over.size() == limit || entry.at().isAfter(now)) {
              break;
            }
            over.add(entry.id());
          }
          over.forEach(tables::removeFinished);
          pruneKeys(limit, now);
          return over.size();
        });
  }

  @Override
  public Optional<Task> find(UUID id) {
    return locked(() -> Optional.ofNullable(tables.live(id)).map(LiveRow::task));
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return locked(() -> Optional.ofNullable(tables.finished(id)).map(FinishedRow::task));
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, Placement placement) {
    return whenFree(
        null,
        () -> {
          FinishedRow row = tables.finished(id);
          return row != null
              && othersTouchKeys(null, row.keys().stream().map(KeyClaim::name).toList());
        },
        now -> Moves.runAgain(tables, id, version, placement, now));
  }

  /** All live tasks as committed, by id. */
  public List<Task> live() {
    return locked(() -> tables.allLive().values().stream().map(LiveRow::task).toList());
  }

  /** All finished tasks that are kept, by id. */
  public List<FinishedTask> finished() {
    return locked(() -> tables.allFinished().values().stream().map(FinishedRow::task).toList());
  }

  /** How often each effect was committed; see {@link MemoryTransaction#effect}. */
  public SortedMap<String, Integer> effects() {
    return locked(() -> new TreeMap<>(tables.effects()));
  }

  /** Everything that is committed now. */
  public Snapshot snapshot() {
    return locked(() -> new Snapshot(tables.copy()));
  }

  /**
   * Goes back to an earlier moment, as a failover to a replica that lagged does: what was committed
   * since is gone, and every open transaction is broken off. The clock goes on.
   */
  public void rewindTo(Snapshot snapshot) {
    locked(
        () -> {
          List.copyOf(open).forEach(each -> breakOff(each, "the store failed over"));
          tables = snapshot.tables.copy();
        });
  }

  void breakOff(MemoryTransaction transaction, String reason) {
    locked(
        () -> {
          transaction.markBroken(reason);
          open.remove(transaction);
        });
  }

  /** Ends a transaction; false when it was broken off before. */
  boolean end(MemoryTransaction transaction, boolean commit) {
    return locked(
        () -> {
          boolean sound = open.remove(transaction);
          if (sound && commit) {
            transaction.overlay().writeTo(tables);
          }
          return sound;
        });
  }

  <T> T locked(Supplier<T> step) {
    lock.lock();
    try {
      return step.get();
    } finally {
      lock.unlock();
    }
  }

  void locked(Runnable step) {
    lock.lock();
    try {
      step.run();
    } finally {
      lock.unlock();
    }
  }

  private <T> T atOnce(Function<Instant, T> verb) {
    Instant now = now();
    return locked(() -> verb.apply(now));
  }

  /** Runs the verb once nobody else has locked what it needs; each try has a time of its own. */
  private <T> T whenFree(
      @Nullable MemoryTransaction own, Supplier<Boolean> taken, Function<Instant, T> verb) {
    Duration waited = Duration.ZERO;
    Duration next = FIRST_PAUSE;
    while (true) {
      Optional<T> done =
          atOnce(now -> taken.get() ? Optional.empty() : Optional.of(verb.apply(now)));
      if (done.isPresent()) {
        return done.get();
      }
      if (waited.compareTo(lockTimeout) >= 0) {
        throw giveUp(own, "Waited " + waited + " for a row or key that another transaction has");
      }
      pause(own, next);
      waited = waited.plus(next);
      next =
          next.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? next.multipliedBy(2) : LONGEST_PAUSE;
    }
  }

  private void pause(@Nullable MemoryTransaction own, Duration duration) {
    try {
      pause.pause(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw giveUp(own, "Interrupted while waiting for another transaction");
    }
    if (own != null) {
      own.requireSound();
    }
  }

  private StoreUnavailableException giveUp(@Nullable MemoryTransaction own, String reason) {
    if (own != null) {
      breakOff(own, reason);
    }
    return new StoreUnavailableException(reason);
  }

  private MemoryTransaction own(Transaction transaction) {
    MemoryTransaction own = transaction.unwrap(MemoryTransaction.class);
    if (!own.belongsTo(this)) {
      throw new IllegalArgumentException("The transaction belongs to another store");
    }
    own.requireSound();
    return own;
  }

  private boolean othersTouchTasks(@Nullable MemoryTransaction own, Collection<UUID> ids) {
    for (MemoryTransaction other : open) {
      Set<UUID> touched = other.overlay().touchedTasks();
      if (other != own && !touched.isEmpty()) {
        for (UUID id : ids) {
          // An insert that isn't committed locks nothing: others don't see the row at all.
          if (touched.contains(id) && tables.live(id) != null) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean othersTouchKeys(@Nullable MemoryTransaction own, Collection<KeyName> keys) {
    for (MemoryTransaction other : open) {
      Set<KeyName> touched = other.overlay().touchedKeys();
      if (other != own && keys.stream().anyMatch(touched::contains)) {
        return true;
      }
    }
    return false;
  }

  private boolean isClaimable(LiveRow row, long version) {
    Position position = row.task().position();
    return position.status() == Status.SUBMITTED
        && position.version() == version
        && !othersTouchTasks(null, List.of(row.task().id()));
  }

  /** Tasks of this status whose time is up and that nobody has locked, earliest first. */
  private List<Task> passed(Status status, int limit, Instant now) {
    List<Task> found = new ArrayList<>();
    for (Tables.Alarm alarm : tables.alarms(status)) {
      if (found.size() >= limit || alarm.at().isAfter(now)) {
        break;
      }
      if (!othersTouchTasks(null, List.of(alarm.id()))) {
        found.add(committed(alarm.id()));
      }
    }
    return found;
  }

  private void pruneKeys(int limit, Instant now) {
    List<KeyName> over = new ArrayList<>();
    for (Tables.KeyExpiry entry : tables.keyExpiries()) {
      if (over.size() == limit || entry.at().isAfter(now)) {
        break;
      }
      if (!othersTouchKeys(null, List.of(entry.name()))) {
        over.add(entry.name());
      }
    }
    over.forEach(tables::removeKey);
  }

  private Task committed(UUID id) {
    LiveRow row = tables.live(id);
    if (row == null) {
      throw new IllegalStateException("An index names the task " + id + ", which isn't there");
    }
    return row.task();
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  private static boolean isHeld(Position position, Hold hold) {
    return hold.owner().equals(position.owner()) && position.version() == hold.version();
  }

  private static Position withAlarm(Position p, Instant alarm) {
    return new Position(
        p.status(),
        p.version(),
        p.owner(),
        p.runAt(),
        alarm.truncatedTo(ChronoUnit.MICROS),
        p.attempts(),
        p.losses(),
        p.lossLimit(),
        p.lastOutcome(),
        p.state(),
        p.data());
  }

  /** Everything that was committed at one moment. */
  public static final class Snapshot {
    private final Tables tables;

    private Snapshot(Tables tables) {
      this.tables = tables;
    }
  }
}
