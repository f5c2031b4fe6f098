package dev.baton.kafka.receive;

/** The processing of a topic's messages. */
sealed interface Route {
  /**
   * Returns a name that is unique in its receiver, and stored with messages that were set aside.
   */
  String name();

  /** Returns the topic without a site's prefix. */
  String topic();

  /** Turns messages into tasks. */
  record ToTask(String name, String topic, MessageConverter converter) implements Route {}

  /** Passes messages to a plain handler. */
  record Plain(String name, String topic, MessageHandler handler) implements Route {}
}
