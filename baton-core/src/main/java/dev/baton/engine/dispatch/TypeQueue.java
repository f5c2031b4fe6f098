package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.KeyedFlows;
import org.jspecify.annotations.Nullable;

/** The open flows of one type, by their heads, and how its flows with a key are read. */
final class TypeQueue extends Headed {
  private final KeyedFlows keyed;
  private final Tournament openFlows = new Tournament();

  /** How many candidates its open flows have. */
  private int open;

  /** How many of its keyed flows are worth a pull of their own. */
  int hungryFlows;

  /** Whether its keyed flows are pulled as one. */
  boolean asOne;

  /** The database may have tasks of them that no pull of all has read. */
  boolean mayHaveMore;

  /** And some that go before what was read. */
  boolean behind;

  /** Whether its keyed flows are read one by one though they are many, and since when. */
  boolean isApart;

  long apartSince;

  TypeQueue(String type) {
    keyed = new KeyedFlows(type);
  }

  KeyedFlows keyed() {
    return keyed;
  }

  int open() {
    return open;
  }

  /** A flow's head or refusal is another. */
  void place(FlowQueue queue) {
    openFlows.place(queue);
    count(queue);
  }

  /** A flow is worth a pull from now on, or not any more. */
  void count(Flow flow, boolean hungry) {
    if (keyed.has(flow)) {
      hungryFlows += hungry ? 1 : -1;
    }
  }

  /** A flow has more candidates than before, or less. */
  void count(FlowQueue queue) {
    int now = queue.seat < 0 ? 0 : queue.size();
    open += now - queue.counted;
    queue.counted = now;
  }

  @Override
  @Nullable Candidate head() {
    Headed first = openFlows.first();
    return first == null ? null : first.head();
  }

  @Override
  long headRank() {
    Headed first = openFlows.first();
    return first == null ? Long.MAX_VALUE : first.headRank();
  }
}
