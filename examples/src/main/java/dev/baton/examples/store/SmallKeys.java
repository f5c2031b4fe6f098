package dev.baton.examples.store;

import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.NewTask;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The unique keys and the tasks that have them. Guarded by the store's lock. */
final class SmallKeys {
  private final Map<Name, Holder> holders = new HashMap<>();

  /** A unique name: an id among all tasks, or a text within its type. */
  private record Name(TaskKey.Kind kind, String type, String text) {}

  /** A task and, after its end, the time until which it has the key. */
  private record Holder(UUID task, @Nullable Instant until) {
    boolean hasItAt(Instant now) {
      return until == null || until.isAfter(now);
    }
  }

  /** A key as stored with its task. */
  record Key(Name name, Instant atLeastUntil, boolean whileKept) {

    /**
     * Creates a key. An id is taken while its finished task is kept, regardless of its retention.
     */
    static Key of(NewTask task, TaskKey key, Instant now) {
      boolean isId = key.kind() == TaskKey.Kind.ID;
      Name name = new Name(key.kind(), isId ? "" : task.spec().type(), key.text());
      return new Key(
          name, now.plus(key.retention().atLeast()), isId || key.retention().whileKept());
    }
  }

  /** Returns the task that has the first taken key; null if all keys are free. */
  @Nullable UUID holderOfOne(List<Key> keys, Instant now) {
    for (Key key : keys) {
      Holder holder = holders.get(key.name());
      if (holder != null && holder.hasItAt(now)) {
        return holder.task();
      }
    }
    return null;
  }

  void take(List<Key> keys, UUID task) {
    keys.forEach(key -> holders.put(key.name(), new Holder(task, null)));
  }

  /** Records that the task has ended. */
  void settle(List<Key> keys, UUID task, Instant keepUntil) {
    for (Key key : keys) {
      boolean longer = key.whileKept() && keepUntil.isAfter(key.atLeastUntil());
      holders.put(key.name(), new Holder(task, longer ? keepUntil : key.atLeastUntil()));
    }
  }

  void prune(Instant now) {
    holders.values().removeIf(holder -> !holder.hasItAt(now));
  }
}
