package dev.baton.engine.dispatch;

import dev.baton.task.Flow;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** The flows worth a pull, in the order in which they are to be pulled. */
final class HungryFlows {
  /** One whose head nobody knows goes first, then by heads. */
  private static final Comparator<FlowQueue> BY_HEAD =
      Comparator.comparing(FlowQueue::head, Comparator.nullsFirst(CandidateOrder::compare))
          .thenComparing(FlowQueue::flow);

  /** Whatever changes a head takes its flow out before. */
  private final TreeSet<FlowQueue> byHead = new TreeSet<>(BY_HEAD);

  /** Most changes of a flow leave it as it was: that is seen without a search. */
  void note(FlowQueue queue, boolean hungry) {
    if (queue.hungry != hungry) {
      queue.hungry = hungry;
      if (hungry) {
        byHead.add(queue);
      } else {
        byHead.remove(queue);
      }
    }
  }

  List<Flow> first(int most) {
    return byHead.stream().limit(most).map(FlowQueue::flow).toList();
  }

  boolean isEmpty() {
    return byHead.isEmpty();
  }
}
