package dev.baton.operate;

import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The payload, result, context and data of a task. They may contain secrets. If you display them to
 * a person, record this in the audit with {@link Operations#note(OperatorNote)}.
 *
 * <p>Applications don't implement this interface: newer versions add methods.
 */
public interface TaskContent {

  /**
   * Returns the payload as the codec of its type wrote it, or the stored bytes if they can't be
   * decompressed. Empty if the task has none.
   */
  Optional<Bytes> payload();

  /**
   * Returns the payload as an object of the type's class; null if the type has no payload.
   *
   * @throws IllegalArgumentException if the task is of another type
   * @throws dev.baton.api.error.PayloadException if the payload can't be read
   */
  <P> @Nullable P payload(TaskType<P, ?> type);

  /** Returns whether the payload was removed when the task finished. */
  boolean isPayloadRemoved();

  /**
   * Returns the context entries of the request with which the task was added, such as a trace id.
   */
  Map<String, String> context();

  /** Returns the data of the latest checkpoint or change of state, as the handler wrote it. */
  Optional<Bytes> data();

  /**
   * Returns the handler's result. For a live task that repeats, this is the result of its last run.
   */
  Optional<Bytes> result();

  /**
   * Returns the result as an object of the type's class.
   *
   * @throws IllegalArgumentException if the task is of another type
   * @throws dev.baton.api.error.PayloadException if the result can't be read
   */
  <R> Optional<R> result(TaskType<?, R> type);
}
