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
 * A Baton on an SQL database as the outbox of one on Cassandra. In the SQL transaction a small task
 * is added that says which task is wanted. Its handler adds that one on Cassandra, under the same
 * id: however often the handler is repeated, the task is there once.
 */
public final class Outbox {
  static final TaskType<Bytes, Void> RELAY = TaskType.of("RELAY", Bytes.class);

  private Outbox() {}

  // region request
  /** What is added in the SQL transaction, for a task that is to run on Cassandra. */
  public static TaskRequest<?, ?> request(String type, String key, String payload) {
    return RELAY.with(Bytes.of(payload)).subType(type).key(key);
  }

  // endregion

  // region relay
  /** Of the SQL Baton: hands tasks over to the one on Cassandra. */
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
