package dev.baton.examples.purge;

import dev.baton.api.Conflict;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Attempt;
import dev.baton.handler.TaskDefinition;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The background work of a catalog of tables. Thread-safe. */
public final class CatalogTasks {
  /**
   * One task per table: requests are merged until the task begins; a later request runs it again.
   */
  static final TaskType<Purge, Purged> PURGE_TABLE =
      TaskType.of("PURGE_TABLE", Purge.class, Purged.class)
          .unique(purge -> Unique.idFrom(purge.table()), Conflict.merge(Purge::and));

  /** One task in the cluster. An add joins it, or runs it again if it has ended. */
  static final TaskType<Void, Void> CLEAN_UP =
      TaskType.of("CLEAN_UP").unique(nothing -> Unique.singleton(), Conflict.runAgain());

  private static final int FILES_PER_SNAPSHOT = 3;

  private final Queue<String> log = new ConcurrentLinkedQueue<>();

  /** Returns how a server runs the tasks. */
  TaskDefinition<?, ?>[] definitions() {
    return new TaskDefinition<?, ?>[] {
      TaskDefinition.of(PURGE_TABLE).handler(this::purge),
      TaskDefinition.of(CLEAN_UP).handler((nothing, attempt) -> log.add("cleaned up"))
    };
  }

  private Purged purge(Purge purge, Attempt attempt) throws Exception {
    int files = 0;
    for (Integer snapshot : purge.snapshots()) {
      attempt.progress((double) files / (purge.snapshots().size() * FILES_PER_SNAPSHOT), "purging");
      // The step runs once, even if the node dies and another node continues.
      files += attempt.step("snapshot " + snapshot, Integer.class, () -> FILES_PER_SNAPSHOT);
    }
    log.add("purged " + purge.table() + " of snapshots " + purge.snapshots());
    return new Purged(purge.table(), files);
  }

  /** Returns what was done, in order. */
  List<String> log() {
    return List.copyOf(log);
  }
}
