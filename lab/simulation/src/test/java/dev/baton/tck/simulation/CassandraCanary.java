package dev.baton.tck.simulation;

import dev.baton.cassandra.row.LimitRow;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.row.WaitRow;
import dev.baton.cassandra.shard.Row;
import dev.baton.task.rule.WaitState;
import dev.baton.tck.simulation.cassandra.Request;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ways to break a store on Cassandra on purpose: each leaves out one part. */
enum CassandraCanary {
  /** The unbroken store. */
  NONE,
  /** Writes a shard without checking its epoch. */
  NO_EPOCH_CONDITION,
  /** Takes a write without a response for a refused write. */
  UNKNOWN_IS_REFUSED,
  /** Frees or reassigns a key without checking its owner. */
  KEY_TOKEN_IGNORED,
  /** Does not keep the ids of a shard's last writes. */
  WRITES_FORGOTTEN,
  /** Does not store which task has a slot of a limit. */
  SLOTS_FORGOTTEN,
  /** Does not store what a task waits for. */
  WAITS_FORGOTTEN,
  /** Reads rows from one replica. */
  READ_FROM_ONE_REPLICA;

  private static final ByteBuffer NO_WRITES = ByteBuffer.allocate(Integer.BYTES);
  private static final int KIND_AND_ID = 1 + 2 * Long.BYTES;
  private static final int TASKS = 1;
  private static final int LIMITS = 14;
  private static final int WAITS = 17;
  private static final WaitRow FOR_NOTHING =
      new WaitRow(
          List.of(), WaitState.WAITS, Duration.ZERO, Duration.ofDays(1), Instant.EPOCH, null);

  /** Returns whether this request is written even if its conditions fail. */
  boolean writesAnyhow(Request first) {
    return switch (this) {
      case NO_EPOCH_CONDITION -> first.table().equals("baton_shard");
      case KEY_TOKEN_IGNORED -> first.table().equals("baton_key") && !first.inserts();
      default -> false;
    };
  }

  /** Returns the request to write in place of this one. */
  Request written(Request request) {
    return switch (this) {
      case WRITES_FORGOTTEN -> request.writing("writes", NO_WRITES);
      case SLOTS_FORGOTTEN ->
          request.writesRowOf(LIMITS)
              ? request.writing("value", ByteBuffer.wrap(LimitRow.NEW.encoded()))
              : request;
      case WAITS_FORGOTTEN ->
          request.writesRowOf(WAITS)
              ? request.writing("value", ByteBuffer.wrap(FOR_NOTHING.encoded()))
              : request;
      default -> request;
    };
  }

  /** Returns the task whose row has this key. */
  static Optional<UUID> taskId(ByteBuffer key) {
    int start = key.position();
    return key.remaining() == KIND_AND_ID && key.get(start) == TASKS
        ? Optional.of(new UUID(key.getLong(start + 1), key.getLong(start + 1 + Long.BYTES)))
        : Optional.empty();
  }

  /** Returns the task row in these values; null if they don't contain it. */
  static @Nullable TaskRow taskRow(UUID id, Map<String, ByteBuffer> values) {
    ByteBuffer value = values.get("value");
    ByteBuffer payload = values.get("payload");
    return value == null
        ? null
        : TaskRows.read(id, new Row(array(value), payload == null ? null : array(payload)));
  }

  static byte[] array(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return copy;
  }
}
