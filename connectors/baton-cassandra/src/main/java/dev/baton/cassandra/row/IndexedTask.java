package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Shards;
import dev.baton.task.internal.Task;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the index of a status says of a task that isn't READY; of those the index of ready tasks
 * does.
 *
 * @param owner who holds it; null for none
 */
public record IndexedTask(@Nullable UUID owner, String bucket, String type) {

  static IndexedTask of(Task task) {
    return new IndexedTask(task.position().owner(), task.spec().bucket(), task.spec().type());
  }

  byte[] encoded() {
    Encoder out = new Encoder();
    return out.maybe(owner, out::id).text(bucket).text(type).toArray();
  }

  /** What the row says. */
  public static IndexedTask read(Shards.Found found) {
    Decoder in = new Decoder(found.row().value());
    return new IndexedTask(in.maybe(in::id), in.text(), in.text());
  }
}
