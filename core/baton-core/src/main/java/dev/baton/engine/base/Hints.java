package dev.baton.engine.base;

import dev.baton.task.row.Candidate;
import java.util.List;

/** Receives new candidates and passes them to this node's dispatchers and to other nodes. */
@FunctionalInterface
public interface Hints {
  /**
   * Announces ready tasks without blocking. A hint that can't be passed on is dropped, because the
   * database still has the task.
   */
  void announce(List<Candidate> ready);
}
