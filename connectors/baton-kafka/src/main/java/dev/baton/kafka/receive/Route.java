package dev.baton.kafka.receive;

/** What becomes of the messages of a topic. */
sealed interface Route {
  /** Unique in its receiver, and stored with what was set aside. */
  String name();

  /** Without the prefix of a site. */
  String topic();

  /** They become tasks. */
  record ToTask(String name, String topic, MessageConverter converter) implements Route {}

  /** They are handed on. */
  record Plain(String name, String topic, MessageHandler handler) implements Route {}
}
