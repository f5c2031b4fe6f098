package dev.baton.examples.outbox;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.Objects;

/**
 * Uses a Baton on an SQL database as the outbox of a Baton on Cassandra. The SQL transaction adds a
 * small relay task that describes the task to add. Its handler adds that task on Cassandra under
 * the same id, so a repeated handler doesn't add it twice.
 */
public final class Outbox {
  static final TaskType<Bytes, Void> RELAY = TaskType.of("RELAY", Bytes.class);

  private Outbox() {}

  // region request
  /**
   * Returns the relay task to add in the SQL transaction, for a task that is to run on Cassandra.
   */
  public static TaskRequest<?, ?> request(String type, String key, String payload) {
    return RELAY.with(Bytes.of(payload)).subType(type).key(key);
  }

  // endregion

  // region relay
  /** Returns the SQL Baton's definition, whose handler adds each task on Cassandra. */
  public static TaskDefinition<?, ?> relay(Tasks cassandra) {
    return TaskDefinition.of(RELAY)
        .handler(
            (payload, attempt) -> {
              String type = Objects.requireNonNull(attempt.subType());
              cassandra.add(
                  TaskType.of(type, Bytes.class)
                      .with(payload)
                      .id(attempt.taskId())
                      .key(attempt.key())
                      .priority(attempt.priority()));
            })
        .retry(Retry.exponential(Duration.ofSeconds(1)).maxDelay(Duration.ofMinutes(1)));
  }
  // endregion
}
