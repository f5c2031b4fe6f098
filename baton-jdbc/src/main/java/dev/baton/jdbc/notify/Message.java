package dev.baton.jdbc.notify;

import dev.baton.task.Candidate;
import java.util.List;

/**
 * One notification's content.
 *
 * @param sender the node that sent it
 * @param bucket whose tasks it is about
 * @param hints the ready tasks; none means: look for yourselves
 */
record Message(String sender, String bucket, List<Candidate> hints) {
  boolean saysLook() {
    return hints.isEmpty();
  }
}
