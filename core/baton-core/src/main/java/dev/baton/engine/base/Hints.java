package dev.baton.engine.base;

import dev.baton.task.Candidate;
import java.util.List;

/** Where candidates are announced: to this node's dispatchers and to other nodes. */
@FunctionalInterface
public interface Hints {
  /** Never blocks; a hint that can't be taken is dropped, and the database still has the task. */
  void announce(List<Candidate> ready);
}
