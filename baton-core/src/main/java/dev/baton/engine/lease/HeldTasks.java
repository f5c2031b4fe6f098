package dev.baton.engine.lease;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything this node may hold. A task enters before its claim is sent and leaves when the verdict
 * on its end is known, so a row that carries this node's owner and isn't here was never started.
 * One attempt of a task at a time: after a failover that rewound the database the same row may come
 * again while its old attempt still runs, and must wait for that to end. Thread-safe, ordered by
 * id.
 */
public final class HeldTasks {
  private final ConcurrentSkipListMap<UUID, Holding> byId = new ConcurrentSkipListMap<>();

  /** Enters a task; null when it is here already. */
  public @Nullable Holding enter(UUID id) {
    Holding holding = new Holding(id);
    return byId.putIfAbsent(id, holding) == null ? holding : null;
  }

  public void leave(Holding holding) {
    byId.remove(holding.id(), holding);
  }

  public @Nullable Holding find(UUID id) {
    return byId.get(id);
  }

  public boolean contains(UUID id) {
    return byId.containsKey(id);
  }

  public int size() {
    return byId.size();
  }

  /** Those whose handlers live, by id. */
  public List<Holding> running() {
    return byId.values().stream().filter(Holding::isRunning).toList();
  }
}
