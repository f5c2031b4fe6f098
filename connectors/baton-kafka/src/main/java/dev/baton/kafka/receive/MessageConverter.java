package dev.baton.kafka.receive;

import dev.baton.api.TaskRequest;
import java.util.Optional;

/**
 * Makes a task of a message. Called by several threads at once, and again for a message that was
 * read before: it must have no effect of its own.
 */
@FunctionalInterface
public interface MessageConverter {

  /**
   * The task, or empty when the message is to be passed over. A request that names an id is added
   * once for that id; otherwise its id follows from the message's place.
   *
   * @throws Exception when the message can't be understood: it is set aside as a task in ERROR. Its
   *     class and stack trace are told; its message only where it is a {@link
   *     dev.baton.api.error.PayloadUnreadableException}, which has none of the content in it
   */
  Optional<TaskRequest<?, ?>> toTask(ReceivedMessage message) throws Exception;

  /** As {@link MessageConverter}, of messages whose value a codec has read. */
  @FunctionalInterface
  interface Typed<E> {
    Optional<TaskRequest<?, ?>> toTask(E event, ReceivedMessage message) throws Exception;
  }
}
