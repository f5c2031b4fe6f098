package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.Collection;
import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The candidates of one flow, most urgent and oldest first, and whether the database has more. */
final class FlowQueue {
  /** The one order of candidates: priority, then arrival; the id makes it total. */
  static final Comparator<Candidate> ORDER =
      Comparator.comparingInt(Candidate::priority)
          .thenComparing(Candidate::arrivedAt)
          .thenComparing(Candidate::id);

  /** Which flow is pulled first: one whose head nobody knows, then by heads. */
  static final Comparator<FlowQueue> BY_HEAD =
      Comparator.comparing(FlowQueue::head, Comparator.nullsFirst(ORDER))
          .thenComparing(FlowQueue::flow);

  private final Flow flow;
  private final TreeSet<Candidate> candidates = new TreeSet<>(ORDER);

  /** Refused at this priority and all less urgent ones; none while negative. */
  int refusedFrom = -1;

  /** The database may have ready tasks of this flow that aren't here. */
  boolean mayHaveMore;

  /** The database has tasks of this flow that go before some that are here. */
  boolean behind;

  FlowQueue(Flow flow) {
    this.flow = flow;
  }

  Flow flow() {
    return flow;
  }

  int size() {
    return candidates.size();
  }

  void add(Candidate candidate) {
    candidates.add(candidate);
  }

  void remove(Candidate candidate) {
    candidates.remove(candidate);
  }

  Collection<Candidate> all() {
    return candidates;
  }

  void clear() {
    candidates.clear();
  }

  @Nullable Candidate head() {
    return candidates.isEmpty() ? null : candidates.first();
  }

  Candidate last() {
    return candidates.last();
  }

  /** Whether its head may be offered a slot, as far as refusals of this flow go. */
  boolean isOpen() {
    Candidate head = head();
    return head != null && (refusedFrom < 0 || head.priority() < refusedFrom);
  }
}
