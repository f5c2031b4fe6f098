package dev.baton.tck.table;

import dev.baton.operate.PastAttempt;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.AuditNote;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NodeStart;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The committed rows and their indexes. Owned by the store, which guards it with its lock. All
 * collections are ordered: the same history gives the same results.
 */
public final class Tables implements RowAccess {
  private final TreeMap<UUID, LiveRow> live = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<UUID, FinishedRow> finished = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<KeyName, KeyRow> keys = new TreeMap<>();
  private final TreeMap<UUID, WaiterRow> waiters = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<UUID, TreeSet<UUID>> waitersOf = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<Flow, UUID> orders = new TreeMap<>();
  private final TreeMap<String, Integer> effects = new TreeMap<>();
  private final TreeMap<String, ScheduleState> schedules = new TreeMap<>();
  private final TreeMap<OverrideTarget, ActiveOverride> overrides = new TreeMap<>();
  private final HistoryTable history = new HistoryTable();
  private final PermitTable permits = new PermitTable();
  private final NoteTable notes = new NoteTable();
  private final StatisticsTable statistics = new StatisticsTable();

  private final TreeMap<String, TreeMap<Flow, TreeSet<Ready>>> ready = new TreeMap<>();
  private final Map<Status, TreeSet<Alarm>> alarms = new EnumMap<>(Status.class);
  private final TreeMap<UUID, TreeSet<UUID>> held = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeSet<Alarm> retention = new TreeSet<>();
  private final TreeSet<KeyExpiry> keyExpiries = new TreeSet<>();

  /** The index entry of a ready task: its place in its flow. */
  public record Ready(int priority, Instant runAt, UUID id) implements Comparable<Ready> {
    private static final Comparator<Ready> ORDER =
        Comparator.comparingInt(Ready::priority)
            .thenComparing(Ready::runAt)
            .thenComparing(Ready::id, IdOrder.BY_BYTES);

    @Override
    public int compareTo(Ready other) {
      return ORDER.compare(this, other);
    }
  }

  /** The index entry of a row that must be processed after a given time. */
  public record Alarm(Instant at, UUID id) implements Comparable<Alarm> {
    private static final Comparator<Alarm> ORDER =
        Comparator.comparing(Alarm::at).thenComparing(Alarm::id, IdOrder.BY_BYTES);

    @Override
    public int compareTo(Alarm other) {
      return ORDER.compare(this, other);
    }
  }

  /** The index entry of a key that will be free at a given time. */
  public record KeyExpiry(Instant at, KeyName name) implements Comparable<KeyExpiry> {
    private static final Comparator<KeyExpiry> ORDER =
        Comparator.comparing(KeyExpiry::at).thenComparing(KeyExpiry::name);

    @Override
    public int compareTo(KeyExpiry other) {
      return ORDER.compare(this, other);
    }
  }

  /** Returns an independent copy of the rows. */
  public Tables copy() {
    Tables copy = new Tables();
    live.values().forEach(copy::putLive);
    finished.values().forEach(copy::putFinished);
    keys.forEach(copy::putKey);
    waiters.values().forEach(copy::putWaiter);
    copy.orders.putAll(orders);
    copy.effects.putAll(effects);
    copy.schedules.putAll(schedules);
    copy.overrides.putAll(overrides);
    copy.permits.putAll(permits);
    copy.history.putAll(history);
    copy.notes.putAll(notes);
    copy.statistics.putAll(statistics);
    return copy;
  }

  @Override
  public @Nullable LiveRow live(UUID id) {
    return live.get(id);
  }

  @Override
  public @Nullable FinishedRow finished(UUID id) {
    return finished.get(id);
  }

  @Override
  public @Nullable KeyRow key(KeyName name) {
    return keys.get(name);
  }

  @Override
  public @Nullable WaiterRow waiter(UUID id) {
    return waiters.get(id);
  }

  @Override
  public Set<UUID> waitersOf(UUID id) {
    TreeSet<UUID> found = waitersOf.get(id);
    return found == null ? Set.of() : found;
  }

  @Override
  public void putWaiter(WaiterRow row) {
    removeWaiter(row.id());
    waiters.put(row.id(), row);
    row.ends()
        .keySet()
        .forEach(
            on ->
                waitersOf.computeIfAbsent(on, id -> new TreeSet<>(IdOrder.BY_BYTES)).add(row.id()));
  }

  @Override
  public void removeWaiter(UUID id) {
    WaiterRow before = waiters.remove(id);
    if (before != null) {
      before.ends().keySet().forEach(on -> removeFrom(waitersOf, on, id));
    }
  }

  @Override
  public @Nullable UUID order(Flow flow) {
    return orders.get(flow);
  }

  @Override
  public void putOrder(Flow flow, UUID last) {
    orders.put(flow, last);
  }

  /** Deletes the orders that have no task left. */
  public void pruneOrders() {
    orders.values().removeIf(last -> live(last) == null && !hasEndedEarly(last));
  }

  @Override
  public void putLive(LiveRow row) {
    LiveRow before = live.put(row.task().id(), row);
    if (before != null) {
      unindex(before.task());
    }
    index(row.task());
  }

  @Override
  public void removeLive(UUID id) {
    LiveRow before = live.remove(id);
    if (before != null) {
      unindex(before.task());
    }
  }

  @Override
  public void putFinished(FinishedRow row) {
    removeFinished(row.task().id());
    finished.put(row.task().id(), row);
    retention.add(new Alarm(row.task().keepUntil(), row.task().id()));
  }

  @Override
  public void removeFinished(UUID id) {
    FinishedRow before = finished.remove(id);
    if (before != null) {
      retention.remove(new Alarm(before.task().keepUntil(), id));
    }
  }

  @Override
  public void putKey(KeyName name, KeyRow row) {
    removeKey(name);
    keys.put(name, row);
    if (row.expiresAt() != null) {
      keyExpiries.add(new KeyExpiry(row.expiresAt(), name));
    }
  }

  @Override
  public void removeKey(KeyName name) {
    KeyRow before = keys.remove(name);
    if (before != null && before.expiresAt() != null) {
      keyExpiries.remove(new KeyExpiry(before.expiresAt(), name));
    }
  }

  @Override
  public void putLabels(UUID task, Instant addedAt, Map<String, String> of) {
    notes.label(task, addedAt, of);
  }

  @Override
  public void changeNotes(Consumer<NoteTable> change) {
    change.accept(notes);
  }

  @Override
  public void note(AuditNote note, Instant now) {
    history.note(note, now);
  }

  @Override
  public void keepRun(UUID task, @Nullable Bytes result, PastAttempt run, int kept) {
    if (result != null) {
      notes.result(task, result, run.endedAt());
    }
    if (kept > 0) {
      history.add(task, run);
      history.trim(task, kept);
    }
  }

  @Override
  public @Nullable ScheduleState schedule(String name) {
    return schedules.get(name);
  }

  @Override
  public void putSchedule(ScheduleState state) {
    schedules.put(state.name(), state);
  }

  @Override
  public void removeSchedule(String name) {
    schedules.remove(name);
  }

  @Override
  public void keepSchedule(String name) {}

  public NavigableMap<String, ScheduleState> allSchedules() {
    return schedules;
  }

  @Override
  public void addEffect(String name) {
    effects.merge(name, 1, Integer::sum);
  }

  @Override
  public void addAttempt(UUID task, PastAttempt attempt) {
    history.add(task, attempt);
  }

  @Override
  public void removeAttempts(UUID task) {
    history.remove(task);
  }

  public TreeMap<OverrideTarget, ActiveOverride> overrides() {
    return overrides;
  }

  public HistoryTable history() {
    return history;
  }

  public NavigableMap<UUID, LiveRow> allLive() {
    return live;
  }

  public NavigableMap<UUID, FinishedRow> allFinished() {
    return finished;
  }

  /** Returns whether the task belongs to this owner. */
  public boolean isHeldBy(UUID task, UUID owner) {
    LiveRow row = live.get(task);
    return row != null && owner.equals(row.task().position().owner());
  }

  public PermitTable permits() {
    return permits;
  }

  /** Deletes the labels of tasks that no longer exist. */
  public void pruneLabels() {
    notes.pruneLabels(
        (id, addedAt) -> {
          LiveRow row = live.get(id);
          FinishedRow ended = finished.get(id);
          return (row != null && row.task().createdAt().equals(addedAt))
              || (ended != null && ended.task().createdAt().equals(addedAt));
        });
  }

  public NoteTable notes() {
    return notes;
  }

  public StatisticsTable statistics() {
    return statistics;
  }

  public NavigableMap<String, Integer> effects() {
    return effects;
  }

  /** Returns the flows of a bucket that have ready tasks, each with its tasks in order. */
  public NavigableMap<Flow, TreeSet<Ready>> ready(String bucket) {
    return ready.getOrDefault(bucket, new TreeMap<>());
  }

  /** Returns the alarms of the tasks of one status, earliest first. */
  public NavigableSet<Alarm> alarms(Status status) {
    return alarms.getOrDefault(status, new TreeSet<>());
  }

  /** Returns the tasks that belong to any claim of the node start. */
  public NavigableSet<UUID> heldBy(NodeStart node) {
    TreeSet<UUID> found = new TreeSet<>(IdOrder.BY_BYTES);
    held.subMap(node.firstOwner(), true, node.lastOwner(), true).values().forEach(found::addAll);
    return found;
  }

  public NavigableSet<Alarm> retention() {
    return retention;
  }

  public NavigableSet<KeyExpiry> keyExpiries() {
    return keyExpiries;
  }

  private void index(Task task) {
    Position position = task.position();
    if (position.nextEventAt() != null) {
      alarms
          .computeIfAbsent(position.status(), status -> new TreeSet<>())
          .add(new Alarm(position.nextEventAt(), task.id()));
    }
    if (position.owner() != null) {
      held.computeIfAbsent(position.owner(), owner -> new TreeSet<>(IdOrder.BY_BYTES))
          .add(task.id());
    }
    if (position.status() == Status.READY && position.runAt() != null) {
      ready
          .computeIfAbsent(task.spec().bucket(), bucket -> new TreeMap<>())
          .computeIfAbsent(task.spec().flow(), flow -> new TreeSet<>())
          .add(new Ready(task.spec().priority(), position.runAt(), task.id()));
    }
  }

  private void unindex(Task task) {
    Position position = task.position();
    if (position.nextEventAt() != null) {
      alarms(position.status()).remove(new Alarm(position.nextEventAt(), task.id()));
    }
    if (position.owner() != null) {
      removeFrom(held, position.owner(), task.id());
    }
    if (position.status() == Status.READY && position.runAt() != null) {
      String bucket = task.spec().bucket();
      TreeMap<Flow, TreeSet<Ready>> flows = ready.get(bucket);
      if (flows != null) {
        Ready entry = new Ready(task.spec().priority(), position.runAt(), task.id());
        removeFrom(flows, task.spec().flow(), entry);
        if (flows.isEmpty()) {
          ready.remove(bucket);
        }
      }
    }
  }

  private static <K, V> void removeFrom(Map<K, TreeSet<V>> sets, K key, V entry) {
    TreeSet<V> set = sets.get(key);
    if (set != null && set.remove(entry) && set.isEmpty()) {
      sets.remove(key);
    }
  }
}
