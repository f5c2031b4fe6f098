package dev.baton.jdbc.notify;

import dev.baton.task.Candidate;
import java.util.List;

/**
 * The content of one notification.
 *
 * @param sender the node that sent it
 * @param bucket the bucket of the tasks
 * @param hints the ready tasks; an empty list asks the receivers to poll
 */
record Message(String sender, String bucket, List<Candidate> hints) {
  /**
   * Name of no bucket. Other nodes ignore such a message; its sender learns that it receives its
   * own messages.
   */
  static final String NO_BUCKET = "";

  boolean saysLook() {
    return hints.isEmpty();
  }
}
