package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The flows worth a fetch: one whose head nobody knows goes first, then by heads. */
final class HungryFlows {
  /** A flow is read on when so little is left of what one fetch reads of it. */
  private static final int LOW = 8;

  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::head, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(entry -> entry.queue().flow);

  private final TreeSet<Entry> entries = new TreeSet<>(ORDER);
  private final int perFlow;
  private final int total;
  private final BooleanSupplier nearlyFull;

  /** How many flows may have more in the database. */
  private int withMore;

  HungryFlows(int perFlow, int total, BooleanSupplier nearlyFull) {
    this.perFlow = perFlow;
    this.total = total;
    this.nearlyFull = nearlyFull;
  }

  /**
   * A flow as it stands here.
   *
   * @param head its first candidate
   */
  record Entry(@Nullable Candidate head, FlowQueue queue) {}

  boolean isEmpty() {
    return entries.isEmpty();
  }

  void noteMore(FlowQueue queue, boolean more) {
    if (queue.mayHaveMore != more) {
      queue.mayHaveMore = more;
      withMore += more ? 1 : -1;
    }
    note(queue);
  }

  /** Each change of a flow is told: it may be worth a fetch now, or no more. */
  void note(FlowQueue queue) {
    boolean hungry = isHungry(queue);
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

  private boolean isHungry(FlowQueue queue) {
    boolean isRefused = queue.isRefused() || queue.definition.isRefused();
    // A refused flow needs no more than what it has; an empty one must still learn its head.
    boolean low = isRefused ? queue.isEmpty() : queue.size() <= (portion() + LOW - 1) / LOW;
    boolean room = queue.isEmpty() || !nearlyFull.getAsBoolean();
    boolean worthIt = queue.behind || (low && room && !queue.isCrowded());
    return queue.mayHaveMore && worthIt;
  }

  /** See {@link LookAheadTable#portion}. */
  int portion() {
    return (int) Math.min((long) perFlow * LOW / 2, total * 3L / 2 / Math.max(1, withMore));
  }

  /**
   * The room may have gone to others; a flow that isn't worth a fetch yet tells when it changes.
   */
  List<Flow> first(int most) {
    List<Flow> first = new ArrayList<>();
    Iterator<Entry> some = entries.iterator();
    while (some.hasNext() && first.size() < most) {
      FlowQueue queue = some.next().queue();
      if (isHungry(queue)) {
        first.add(queue.flow);
      } else {
        queue.hungry = null;
        some.remove();
      }
    }
    return first;
  }
}
