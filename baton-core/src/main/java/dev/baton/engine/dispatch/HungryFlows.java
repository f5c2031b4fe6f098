package dev.baton.engine.dispatch;

import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

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

  /**
   * @param still whether a flow is worth a pull yet: the room may have gone to others. One that
   *     isn't is noted again when it changes.
   */
  List<Flow> first(int most, Predicate<FlowQueue> still) {
    List<Flow> first = new ArrayList<>();
    Iterator<FlowQueue> queues = byHead.iterator();
    while (queues.hasNext() && first.size() < most) {
      FlowQueue queue = queues.next();
      if (still.test(queue)) {
        first.add(queue.flow());
      } else {
        queue.hungry = false;
        queues.remove();
      }
    }
    return first;
  }

  boolean isEmpty() {
    return byHead.isEmpty();
  }
}
