package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The flows that need a fetch. Flows without a candidate come first. The others are sorted by their
 * first candidate.
 */
final class HungryFlows {
  /** A flow is fetched again when at most an eighth of a fetch is left. */
  private static final int LOW = 8;

  private static final Comparator<HungryFlow> ORDER =
      Comparator.comparing(HungryFlow::head, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(entry -> entry.queue().flow);

  private final TreeSet<HungryFlow> entries = new TreeSet<>(ORDER);
  private final int perFlow;
  private final int total;
  private final BooleanSupplier nearlyFull;

  /** Number of flows that may have more tasks in the database. */
  private int withMore;

  HungryFlows(int perFlow, int total, BooleanSupplier nearlyFull) {
    this.perFlow = perFlow;
    this.total = total;
    this.nearlyFull = nearlyFull;
  }

  /**
   * The entry of a flow.
   *
   * @param head the flow's first candidate when the entry was made
   */
  record HungryFlow(@Nullable Candidate head, FlowQueue queue) {}

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

  /**
   * Updates the entry of a flow. Call this after each change of the flow, because it may now need a
   * fetch or no longer need one.
   */
  void note(FlowQueue queue) {
    boolean hungry = isHungry(queue);
    HungryFlow before = queue.hungry;
    if (before != null && (!hungry || !Objects.equals(before.head(), queue.first()))) {
      entries.remove(before);
      queue.hungry = null;
    }
    if (hungry && queue.hungry == null) {
      queue.hungry = new HungryFlow(queue.first(), queue);
      entries.add(queue.hungry);
    }
  }

  private boolean isHungry(FlowQueue queue) {
    boolean isRefused = queue.isRefused() || queue.definition.isRefused();
    // A refused flow without a candidate needs its first one, and no more after that.
    boolean low = isRefused ? queue.isEmpty() : queue.size() <= (portion() + LOW - 1) / LOW;
    boolean room = queue.isEmpty() || !nearlyFull.getAsBoolean();
    boolean worthIt = queue.behind || (low && room && !queue.isCrowded());
    return queue.mayHaveMore && worthIt;
  }

  /** Returns the number from {@link LookAheadTable#portion}. */
  int portion() {
    return (int) Math.min((long) perFlow * LOW / 2, total * 3L / 2 / Math.max(1, withMore));
  }

  /**
   * Returns up to this many flows that need a fetch. Other flows may have filled the table since an
   * entry was made. A flow that no longer qualifies is removed. Its next change adds it again if
   * necessary.
   */
  List<Flow> first(int most) {
    List<Flow> first = new ArrayList<>();
    Iterator<HungryFlow> some = entries.iterator();
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
