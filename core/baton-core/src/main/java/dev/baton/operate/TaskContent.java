package dev.baton.operate;

import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The payload, result, context and data of a task. They may be secret: if you show them to a
 * person, write that to the audit with {@link Operations#note(OperatorNote)}.
 *
 * <p>Applications don't implement this interface: newer versions add methods.
 */
public interface TaskContent {

  /**
   * The payload as the codec of its type wrote it; what is stored where that can't be unpacked.
   * Empty for none.
   */
  Optional<Bytes> payload();

  /**
   * The payload as this type reads it; null if the type has none.
   *
   * @throws IllegalArgumentException if the task is of another type
   * @throws dev.baton.api.error.PayloadUnreadableException if the payload can't be read
   */
  <P> @Nullable P payload(TaskType<P, ?> type);

  /** Returns whether the payload was removed when the task finished. */
  boolean isPayloadRemoved();

  /** The entries that travel from the adder to the handler, such as a trace. */
  Map<String, String> context();

  /** What a checkpoint or a state of the task keeps, as the handler wrote it. */
  Optional<Bytes> data();

  /** What the handler returned at the end, or, of a live task that repeats, in its last run. */
  Optional<Bytes> result();

  /**
   * The result as this type reads it.
   *
   * @throws IllegalArgumentException if the task is of another type
   * @throws dev.baton.api.error.PayloadUnreadableException if the result can't be read
   */
  <R> Optional<R> result(TaskType<?, R> type);
}
