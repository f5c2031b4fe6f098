package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Shards;
import dev.baton.task.row.Task;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The content of a status index entry, for a task that isn't READY. Ready tasks have another index.
 *
 * @param owner the task's owner; null for none
 */
public record IndexedTask(@Nullable UUID owner, String bucket, String type) {

  static IndexedTask of(Task task) {
    return new IndexedTask(task.position().owner(), task.spec().bucket(), task.spec().type());
  }

  byte[] encoded() {
    Encoder out = new Encoder();
    return out.maybe(owner, out::id).text(bucket).text(type).toArray();
  }

  /** Reads an index entry. */
  public static IndexedTask read(Shards.ShardRow found) {
    Decoder in = new Decoder(found.row().value());
    return new IndexedTask(in.maybe(in::id), in.text(), in.text());
  }
}
