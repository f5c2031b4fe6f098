package dev.baton.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an open transaction wrote, above the committed tables. Owned by its transaction, guarded by
 * the store's lock.
 */
final class Overlay implements Unit {
  private final Tables committed;
  private final List<Consumer<Unit>> writes = new ArrayList<>();
  private final TreeMap<UUID, Optional<LiveRow>> live = new TreeMap<>(Ids.ORDER);
  private final TreeMap<UUID, Optional<FinishedRow>> finished = new TreeMap<>(Ids.ORDER);
  private final TreeMap<KeyName, Optional<KeyRow>> keys = new TreeMap<>();

  Overlay(Tables committed) {
    this.committed = committed;
  }

  /** How much has been written; to go back to. */
  int size() {
    return writes.size();
  }

  /** Forgets all that was written since. */
  void shrinkTo(int size) {
    List<Consumer<Unit>> kept = List.copyOf(writes.subList(0, size));
    writes.clear();
    live.clear();
    finished.clear();
    keys.clear();
    kept.forEach(write -> write.accept(this));
  }

  /** Makes everything durable. */
  void writeTo(Unit unit) {
    writes.forEach(write -> write.accept(unit));
  }

  /** The live tasks it wrote or removed. */
  Set<UUID> touchedTasks() {
    return live.keySet();
  }

  /** The keys it wrote or removed. */
  Set<KeyName> touchedKeys() {
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

  @Override
  public void forgetSteps(UUID task) {
    writes.add(unit -> unit.forgetSteps(task));
  }

  @Override
  public void forgetNotes(UUID task) {
    writes.add(unit -> unit.forgetNotes(task));
  }

  @Override
  public void addEffect(String name) {
    writes.add(unit -> unit.addEffect(name));
  }
}
