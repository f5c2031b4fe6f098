package dev.baton.spi;

import dev.baton.operate.Cursor;
import dev.baton.operate.TaskInfo;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.TaskSpec;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task's row in the form that operators read. */
record TaskRowInfo(
    UUID id,
    String type,
    Optional<String> subType,
    String key,
    String bucket,
    int priority,
    Status status,
    String state,
    int attempts,
    int losses,
    Optional<LastOutcome> lastOutcome,
    Optional<String> error,
    long version,
    Instant createdAt,
    Instant changedAt,
    Optional<Instant> runAt,
    Optional<Instant> nextEventAt,
    Optional<UUID> owner,
    Optional<Instant> finishedAt,
    Optional<Instant> keptUntil,
    Optional<UUID> parentId,
    Optional<UUID> correlationId,
    Map<String, String> labels,
    Cursor cursor)
    implements TaskInfo {

  static TaskInfo of(FoundTask.Live row, @Nullable String error) {
    TaskSpec spec = row.spec();
    Position position = row.task().position();
    return new TaskRowInfo(
        row.id(),
        spec.type(),
        Optional.ofNullable(spec.subType()),
        spec.key(),
        spec.bucket(),
        spec.priority(),
        row.status(),
        position.state(),
        position.attempts(),
        position.losses(),
        Optional.of(position.lastOutcome()),
        Optional.ofNullable(error),
        row.version(),
        row.createdAt(),
        row.task().lastAction(),
        Optional.ofNullable(position.runAt()),
        Optional.ofNullable(position.nextEventAt()),
        Optional.ofNullable(position.owner()),
        Optional.empty(),
        Optional.empty(),
        Optional.ofNullable(spec.parentId()),
        Optional.ofNullable(spec.correlationId()),
        row.labels(),
        row.cursor());
  }

  static TaskInfo of(FoundTask.Finished row, @Nullable String error) {
    TaskSpec spec = row.spec();
    FinishedTask task = row.task();
    return new TaskRowInfo(
        row.id(),
        spec.type(),
        Optional.ofNullable(spec.subType()),
        spec.key(),
        spec.bucket(),
        spec.priority(),
        row.status(),
        task.state(),
        task.attempts(),
        task.losses(),
        Optional.empty(),
        Optional.ofNullable(error == null ? task.error() : error),
        row.version(),
        row.createdAt(),
        task.finishedAt(),
        Optional.empty(),
        Optional.empty(),
        Optional.ofNullable(task.owner()),
        Optional.of(task.finishedAt()),
        Optional.of(task.keepUntil()),
        Optional.ofNullable(spec.parentId()),
        Optional.ofNullable(spec.correlationId()),
        row.labels(),
        row.cursor());
  }

  /** Returns text for display, such as "PAY 0192... is ERROR". */
  @Override
  public String toString() {
    return type + " " + id + " is " + status;
  }
}
