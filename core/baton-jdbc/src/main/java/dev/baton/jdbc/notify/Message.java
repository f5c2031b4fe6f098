package dev.baton.jdbc.notify;

import dev.baton.task.row.Candidate;
import java.util.List;

/**
 * The content of one notification.
 *
 * @param sender name of the node that sent it
 * @param bucket the bucket of the tasks
 * @param hints the ready tasks; an empty list tells the receivers to poll
 */
record Message(String sender, String bucket, List<Candidate> hints) {
  /**
   * The name of no bucket. Other nodes ignore a message with this name. It shows its sender that
   * notifications arrive.
   */
  static final String NO_BUCKET = "";

  boolean saysLook() {
    return hints.isEmpty();
  }
}
