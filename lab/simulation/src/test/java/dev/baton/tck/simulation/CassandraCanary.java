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

/**
 * A store on Cassandra that is broken on purpose, as it would be by somebody who left a part out.
 */
enum CassandraCanary {
  /** As it is. */
  NONE,
  /** A shard is written, whatever its epoch is. */
  NO_EPOCH_CONDITION,
  /** A write that wasn't answered is taken for one that was refused. */
  UNKNOWN_IS_REFUSED,
  /** A key is freed or given away, whoever has it. */
  KEY_TOKEN_IGNORED,
  /** A shard doesn't keep the ids of its last writes. */
  WRITES_FORGOTTEN,
  /** Who has a slot of a limit isn't kept. */
  SLOTS_FORGOTTEN,
  /** What a task waits for isn't kept. */
  WAITS_FORGOTTEN,
  /** Rows are read from one replica. */
  READ_FROM_ONE_REPLICA;

  private static final ByteBuffer NO_WRITES = ByteBuffer.allocate(Integer.BYTES);
  private static final int KIND_AND_ID = 1 + 2 * Long.BYTES;
  private static final int TASKS = 1;
  private static final int LIMITS = 14;
  private static final int WAITS = 17;
  private static final WaitRow FOR_NOTHING =
      new WaitRow(
          List.of(), WaitState.WAITS, Duration.ZERO, Duration.ofDays(1), Instant.EPOCH, null);

  /** Whether this is written, whatever its conditions say. */
  boolean writesAnyhow(Request first) {
    return switch (this) {
      case NO_EPOCH_CONDITION -> first.table().equals("baton_shard");
      case KEY_TOKEN_IGNORED -> first.table().equals("baton_key") && !first.inserts();
      default -> false;
    };
  }

  /** What is written in place of this. */
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

  /** The task whose row has this key. */
  static Optional<UUID> taskId(ByteBuffer key) {
    int start = key.position();
    return key.remaining() == KIND_AND_ID && key.get(start) == TASKS
        ? Optional.of(new UUID(key.getLong(start + 1), key.getLong(start + 1 + Long.BYTES)))
        : Optional.empty();
  }

  /** What stands there; null when it isn't written in these values. */
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
