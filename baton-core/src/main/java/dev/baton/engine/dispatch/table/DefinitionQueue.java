package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.rule.FairTurns;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The first candidates of the flows of a definition: the oldest is next, or whose turn it is. */
final class DefinitionQueue extends CandidateQueue {
  /** Of the flows, if they take turns. */
  final @Nullable FairTurns turns;

  DefinitionQueue(CandidateQueue above, @Nullable FairTurns turns) {
    super(above, turns == null ? new TreeSet<>() : turns.heads());
    this.turns = turns;
  }

  @Override
  void putIn(Candidate by) {
    if (turns == null) {
      super.putIn(by);
    } else {
      turns.add(by);
    }
  }

  @Override
  void takeOut(Candidate old) {
    if (turns == null) {
      super.takeOut(old);
    } else {
      turns.remove(old);
    }
  }

  @Override
  Candidate placed(Candidate first) {
    return turns == null ? first : turns.placed(first);
  }

  void take(Candidate next) {
    if (turns != null) {
      turns.take(next);
    }
  }

  void takeBack(Candidate back) {
    if (turns != null) {
      turns.giveBack(back);
      show();
    }
  }

  /** Whether more flows than wait here are of no use yet. */
  boolean isCrowded() {
    return turns != null && turns.isCrowded();
  }
}
