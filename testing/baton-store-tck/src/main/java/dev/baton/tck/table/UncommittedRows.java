package dev.baton.tck.table;

import dev.baton.operate.PastAttempt;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.AuditNote;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The writes of an open transaction, on top of the committed tables. Owned by its transaction,
 * guarded by the store's lock.
 */
public final class UncommittedRows implements RowAccess {
  private final Tables committed;
  private final List<Consumer<RowAccess>> writes = new ArrayList<>();
  private final TreeMap<UUID, Optional<LiveRow>> live = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<UUID, Optional<FinishedRow>> finished = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<KeyName, Optional<KeyRow>> keys = new TreeMap<>();
  private final TreeMap<UUID, Optional<WaiterRow>> waiters = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<Flow, UUID> orders = new TreeMap<>();
  private final TreeMap<String, Optional<ScheduleState>> schedules = new TreeMap<>();
  private final TreeSet<String> kept = new TreeSet<>();
  private final List<Consumer<NoteTable>> noteChanges = new ArrayList<>();

  public UncommittedRows(Tables committed) {
    this.committed = committed;
  }

  /** Returns the number of writes, for a later rollback to this point. */
  public int size() {
    return writes.size();
  }

  /** Discards all writes after the first ones, up to this number. */
  public void shrinkTo(int size) {
    List<Consumer<RowAccess>> still = List.copyOf(writes.subList(0, size));
    writes.clear();
    live.clear();
    finished.clear();
    keys.clear();
    waiters.clear();
    orders.clear();
    schedules.clear();
    kept.clear();
    noteChanges.clear();
    still.forEach(write -> write.accept(this));
  }

  /** Applies all writes to the committed rows. */
  public void writeTo(RowAccess unit) {
    writes.forEach(write -> write.accept(unit));
  }

  /** Returns the live tasks that the transaction wrote or removed, or whose waits it changed. */
  public Set<UUID> touchedTasks() {
    if (waiters.isEmpty()) {
      return live.keySet();
    }
    Set<UUID> touched = new HashSet<>(live.keySet());
    touched.addAll(waiters.keySet());
    return touched;
  }

  /** Returns the keys that the transaction wrote or removed. */
  public Set<KeyName> touchedKeys() {
    return keys.keySet();
  }

  @Override
  public @Nullable LiveRow live(UUID id) {
    Optional<LiveRow> own = live.get(id);
    return own == null ? committed.live(id) : own.orElse(null);
  }

  @Override
  public @Nullable FinishedRow finished(UUID id) {
    Optional<FinishedRow> own = finished.get(id);
    return own == null ? committed.finished(id) : own.orElse(null);
  }

  @Override
  public @Nullable KeyRow key(KeyName name) {
    Optional<KeyRow> own = keys.get(name);
    return own == null ? committed.key(name) : own.orElse(null);
  }

  @Override
  public @Nullable WaiterRow waiter(UUID id) {
    Optional<WaiterRow> own = waiters.get(id);
    return own == null ? committed.waiter(id) : own.orElse(null);
  }

  @Override
  public Set<UUID> waitersOf(UUID id) {
    TreeSet<UUID> found = new TreeSet<>(IdOrder.BY_BYTES);
    found.addAll(committed.waitersOf(id));
    waiters.forEach(
        (waiter, row) -> {
          if (row.isPresent() && row.get().ends().containsKey(id)) {
            found.add(waiter);
          } else {
            found.remove(waiter);
          }
        });
    return found;
  }

  @Override
  public void putWaiter(WaiterRow row) {
    waiters.put(row.id(), Optional.of(row));
    writes.add(unit -> unit.putWaiter(row));
  }

  @Override
  public void removeWaiter(UUID id) {
    waiters.put(id, Optional.empty());
    writes.add(unit -> unit.removeWaiter(id));
  }

  /** Returns the flows in which the transaction added ordered tasks. */
  public Set<Flow> touchedOrders() {
    return orders.keySet();
  }

  @Override
  public @Nullable UUID order(Flow flow) {
    UUID own = orders.get(flow);
    return own == null ? committed.order(flow) : own;
  }

  @Override
  public void putOrder(Flow flow, UUID last) {
    orders.put(flow, last);
    writes.add(unit -> unit.putOrder(flow, last));
  }

  @Override
  public void putLive(LiveRow row) {
    live.put(row.task().id(), Optional.of(row));
    writes.add(unit -> unit.putLive(row));
  }

  @Override
  public void removeLive(UUID id) {
    live.put(id, Optional.empty());
    writes.add(unit -> unit.removeLive(id));
  }

  @Override
  public void putFinished(FinishedRow row) {
    finished.put(row.task().id(), Optional.of(row));
    writes.add(unit -> unit.putFinished(row));
  }

  @Override
  public void removeFinished(UUID id) {
    finished.put(id, Optional.empty());
    writes.add(unit -> unit.removeFinished(id));
  }

  @Override
  public void putKey(KeyName name, KeyRow row) {
    keys.put(name, Optional.of(row));
    writes.add(unit -> unit.putKey(name, row));
  }

  @Override
  public void removeKey(KeyName name) {
    keys.put(name, Optional.empty());
    writes.add(unit -> unit.removeKey(name));
  }

  /** Returns whether the transaction wrote, removed or locked the schedule. */
  public boolean touchesSchedule(String name) {
    return schedules.containsKey(name) || kept.contains(name);
  }

  @Override
  public @Nullable ScheduleState schedule(String name) {
    Optional<ScheduleState> own = schedules.get(name);
    return own == null ? committed.schedule(name) : own.orElse(null);
  }

  @Override
  public void putSchedule(ScheduleState state) {
    schedules.put(state.name(), Optional.of(state));
    writes.add(unit -> unit.putSchedule(state));
  }

  @Override
  public void removeSchedule(String name) {
    schedules.put(name, Optional.empty());
    writes.add(unit -> unit.removeSchedule(name));
  }

  @Override
  public void keepSchedule(String name) {
    kept.add(name);
    writes.add(unit -> unit.keepSchedule(name));
  }

  @Override
  public void putLabels(UUID task, Instant addedAt, Map<String, String> labels) {
    writes.add(unit -> unit.putLabels(task, addedAt, labels));
  }

  @Override
  public void changeNotes(Consumer<NoteTable> change) {
    noteChanges.add(change);
    writes.add(unit -> unit.changeNotes(change));
  }

  /** Returns the notes, including the changes of the transaction. */
  public NoteTable notes() {
    NoteTable seen = new NoteTable();
    seen.putAll(committed.notes());
    noteChanges.forEach(change -> change.accept(seen));
    return seen;
  }

  @Override
  public void keepRun(UUID task, @Nullable Bytes result, PastAttempt run, int history) {
    writes.add(unit -> unit.keepRun(task, result, run, history));
  }

  @Override
  public void note(AuditNote note, Instant now) {
    writes.add(unit -> unit.note(note, now));
  }

  @Override
  public void addEffect(String name) {
    writes.add(unit -> unit.addEffect(name));
  }

  @Override
  public void addAttempt(UUID task, PastAttempt attempt) {
    writes.add(unit -> unit.addAttempt(task, attempt));
  }

  @Override
  public void removeAttempts(UUID task) {
    writes.add(unit -> unit.removeAttempts(task));
  }
}
