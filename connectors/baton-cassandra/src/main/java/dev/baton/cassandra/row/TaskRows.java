package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.cassandra.shard.Shards;
import dev.baton.task.Bytes;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads tasks from rows, and writes them with their indexes. */
public final class TaskRows {
  private TaskRows() {}

  /** Returns the row of this id; null if there is none. */
  public static @Nullable TaskRow get(Rows rows, UUID id) {
    Row row = rows.get(Keys.task(id));
    return row == null ? null : read(id, row);
  }

  /** Reads the row of this id, without its payload. */
  public static CompletionStage<Optional<TaskRow>> outline(Shards shards, UUID id) {
    return find(shards, id, false);
  }

  /** Reads the row of this id, with its payload. */
  public static CompletionStage<Optional<TaskRow>> find(Shards shards, UUID id) {
    return find(shards, id, true);
  }

  private static CompletionStage<Optional<TaskRow>> find(
      Shards shards, UUID id, boolean withPayload) {
    return shards
        .row(shards.of(id), Keys.task(id), withPayload)
        .thenApply(row -> row.map(found -> read(id, found)));
  }

  /** Parses the row; without a payload if that wasn't read. */
  public static TaskRow read(UUID id, Row row) {
    byte[] payload = row.payload();
    return TaskCodec.decode(id, row.value(), payload == null ? null : Bytes.of(payload));
  }

  /**
   * Replaces the existing row, whose payload stays.
   *
   * @param before the row as it was read
   */
  public static void change(Rows rows, TaskRow before, TaskRow after) {
    rows.put(Keys.task(after.id()), TaskCodec.encode(after));
    index(rows, before, after);
  }

  /**
   * Writes the row, whether or not one exists.
   *
   * @param before the row as it was read; null if there was none
   */
  public static void put(Rows rows, @Nullable TaskRow before, TaskRow after) {
    Bytes payload = after.payload();
    rows.put(
        Keys.task(after.id()),
        new Row(TaskCodec.encode(after), payload == null ? null : payload.toArray()));
    index(rows, before, after);
  }

  /** Removes the row and its index rows. */
  public static void remove(Rows rows, TaskRow before) {
    rows.remove(Keys.task(before.id()));
    index(rows, before, null);
  }

  private static void index(Rows rows, @Nullable TaskRow before, @Nullable TaskRow after) {
    if (before != null) {
      TaskExtras kept = after == null ? TaskExtras.NONE : after.extras();
      Attempts.remove(rows, before.id(), before.extras(), kept);
    }
    Map<RowKey, byte[]> old = before == null ? Map.of() : before.indexes();
    Map<RowKey, byte[]> now = after == null ? Map.of() : after.indexes();
    old.keySet().stream().filter(key -> !now.containsKey(key)).forEach(rows::remove);
    now.forEach(
        (key, value) -> {
          if (!old.containsKey(key)
              || !Arrays.equals(value, Objects.requireNonNull(old.get(key)))) {
            rows.put(key, value);
          }
        });
  }
}
