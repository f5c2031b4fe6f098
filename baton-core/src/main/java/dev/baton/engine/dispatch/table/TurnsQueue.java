package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.rule.FairTurns;

/**
 * The first candidates of a definition's flows that take turns: next is the one whose turn it is.
 */
final class TurnsQueue extends CandidateQueue {
  final FairTurns turns;

  TurnsQueue(CandidateQueue above, FairTurns turns) {
    super(above, turns.heads());
    this.turns = turns;
  }

  @Override
  void putIn(Candidate by) {
    turns.add(by);
  }

  @Override
  void takeOut(Candidate old) {
    turns.remove(old);
  }

  @Override
  Candidate placed(Candidate first) {
    return turns.placed(first);
  }
}
