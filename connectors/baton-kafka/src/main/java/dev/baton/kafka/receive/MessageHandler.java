package dev.baton.kafka.receive;

/** Processes a message without a task. Called by several threads at once. */
@FunctionalInterface
public interface MessageHandler {

  /**
   * Processes the message. When this returns, the message is finished; its offset is committed
   * afterwards, so the message may be delivered again.
   *
   * @throws Exception to have the message retried by the receiver's retry policy
   */
  void handle(ReceivedMessage message) throws Exception;
}
