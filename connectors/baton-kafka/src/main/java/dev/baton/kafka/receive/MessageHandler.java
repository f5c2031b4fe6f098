package dev.baton.kafka.receive;

/** Does what a message asks for, without a task. Called by several threads at once. */
@FunctionalInterface
public interface MessageHandler {

  /**
   * Returning means that it is done: the offset is committed afterwards, so a message may come
   * again.
   *
   * @throws Exception when it is to be tried again, as the receiver's retry policy says
   */
  void handle(ReceivedMessage message) throws Exception;
}
