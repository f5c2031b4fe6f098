package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.RowKey;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The index rows of a task: by readiness, by its next event or else its status, and by when it
 * ended.
 */
final class Indexes {
  static final byte[] NOTHING = new byte[0];

  private Indexes() {}

  static Map<RowKey, byte[]> of(Task task) {
    Map<RowKey, byte[]> all = new HashMap<>();
    Position position = task.position();
    Instant next = position.nextEventAt();
    boolean isReady = position.status() == Status.READY;
    byte[] value = isReady ? NOTHING : IndexedTask.of(task).encoded();
    if (next != null) {
      all.put(Keys.time(position.status(), next, task.id()), value);
    } else {
      all.put(Keys.standing(position.status(), task.id()), value);
    }
    if (isReady) {
      Candidate candidate = task.candidate();
      all.put(Keys.ready(candidate), Keys.versionAndTime(task));
    }
    return all;
  }

  /**
   * Returns the index rows of a finished, kept task: by when it is removed, and by when it ended,
   * with its type.
   */
  static Map<RowKey, byte[]> of(FinishedTask task) {
    return Map.of(
        Keys.end(task.keepUntil(), task.id()),
        NOTHING,
        Keys.ended(task.status(), task.finishedAt(), task.id()),
        task.spec().type().getBytes(StandardCharsets.UTF_8));
  }
}
