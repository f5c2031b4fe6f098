package dev.baton.kafka.receive;

import dev.baton.api.TaskRequest;
import java.util.Optional;

/**
 * Creates a task from a message. Called by several threads at once, and again if a message is read
 * again, so it must have no side effects.
 */
@FunctionalInterface
public interface MessageConverter {

  /**
   * Returns the task, or empty to skip the message. A request with an id is added once for that id;
   * otherwise its id is derived from the message's position.
   *
   * @throws Exception if the message can't be understood: it is set aside as a task in ERROR. The
   *     exception's class and stack trace are reported; its text only if it is a {@link
   *     dev.baton.api.error.PayloadException}, which contains none of the content
   */
  Optional<TaskRequest<?, ?>> toTask(ReceivedMessage message) throws Exception;

  /** A {@link MessageConverter} for messages whose value a codec has read. */
  @FunctionalInterface
  interface Typed<E> {
    Optional<TaskRequest<?, ?>> toTask(E event, ReceivedMessage message) throws Exception;
  }
}
