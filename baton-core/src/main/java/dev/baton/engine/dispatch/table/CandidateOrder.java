package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;

/** The one order of candidates: priority, then arrival; the id makes it total. */
public final class CandidateOrder {
  private CandidateOrder() {}

  public static int compare(Candidate one, Candidate other) {
    int byPriority = Integer.compare(one.priority(), other.priority());
    if (byPriority != 0) {
      return byPriority;
    }
    int byArrival = one.arrivedAt().compareTo(other.arrivedAt());
    return byArrival != 0 ? byArrival : one.id().compareTo(other.id());
  }
}
