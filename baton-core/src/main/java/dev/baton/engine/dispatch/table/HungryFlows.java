package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The flows worth a fetch: one whose head nobody knows goes first, then by heads. */
final class HungryFlows {
  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::head, Comparator.nullsFirst(CandidateOrder::compare))
          .thenComparing(entry -> entry.queue().flow());

  private final TreeSet<Entry> entries = new TreeSet<>(ORDER);

  /**
   * A flow as it stands here.
   *
   * @param head its first candidate
   */
  record Entry(@Nullable Candidate head, FlowQueue queue) {}

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Each change of a flow tells whether it is worth a fetch now. */
  void note(FlowQueue queue, boolean hungry) {
    Entry before = queue.hungry;
    if (before != null && (!hungry || !Objects.equals(before.head(), queue.first()))) {
      entries.remove(before);
      queue.hungry = null;
    }
    if (hungry && queue.hungry == null) {
      queue.hungry = new Entry(queue.first(), queue);
      entries.add(queue.hungry);
    }
  }

  /**
   * @param still whether a flow is worth a fetch yet: the room may have gone to others. One that
   *     isn't is noted again when it changes.
   */
  List<Flow> first(int most, Predicate<FlowQueue> still) {
    List<Flow> first = new ArrayList<>();
    Iterator<Entry> some = entries.iterator();
    while (some.hasNext() && first.size() < most) {
      FlowQueue queue = some.next().queue();
      if (still.test(queue)) {
        first.add(queue.flow());
      } else {
        queue.hungry = null;
        some.remove();
      }
    }
    return first;
  }
}
