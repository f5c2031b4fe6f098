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
  /** No bucket's name: what is about it, others let pass, and its sender hears that it hears. */
  static final String NO_BUCKET = "";

  boolean saysLook() {
    return hints.isEmpty();
  }
}
