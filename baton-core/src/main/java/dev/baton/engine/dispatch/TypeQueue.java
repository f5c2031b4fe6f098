package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The open flows of one type, by their heads. */
final class TypeQueue {
  private final String type;
  private final TreeMap<Candidate, FlowQueue> openFlows = new TreeMap<>(FlowQueue.ORDER);

  /** Refused at this priority and all less urgent ones; none while negative. */
  int refusedFrom = -1;

  TypeQueue(String type) {
    this.type = type;
  }

  String type() {
    return type;
  }

  void open(Candidate head, FlowQueue queue) {
    openFlows.put(head, queue);
  }

  void close(Candidate head) {
    openFlows.remove(head);
  }

  @Nullable Candidate head() {
    return openFlows.isEmpty() ? null : openFlows.firstKey();
  }

  boolean isOpen() {
    Candidate head = head();
    return head != null && (refusedFrom < 0 || head.priority() < refusedFrom);
  }
}
