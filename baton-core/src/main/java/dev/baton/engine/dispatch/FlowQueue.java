package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The candidates of one flow, most urgent and oldest first, and whether the database has more. */
final class FlowQueue extends Headed {
  private final Flow flow;
  private final DefinitionQueue definition;
  private final CandidateRing candidates = new CandidateRing();

  /** The database may have ready tasks of this flow that aren't here. */
  boolean mayHaveMore;

  /** The database has tasks of this flow that go before some that are here. */
  boolean behind;

  /** Whether it is among the {@link HungryFlows}. */
  boolean hungry;

  FlowQueue(Flow flow, DefinitionQueue definition) {
    this.flow = flow;
    this.definition = definition;
  }

  Flow flow() {
    return flow;
  }

  DefinitionQueue definition() {
    return definition;
  }

  int size() {
    return candidates.size();
  }

  void add(Candidate candidate) {
    candidates.add(candidate);
    definition.grown(1);
  }

  void remove(Candidate candidate) {
    candidates.remove(candidate);
    definition.grown(-1);
  }

  void forEach(Consumer<Candidate> taker) {
    candidates.forEach(taker);
  }

  void clear() {
    definition.grown(-size());
    candidates.clear();
  }

  @Override
  @Nullable Candidate head() {
    return size() == 0 ? null : candidates.get(0);
  }

  @Override
  long headRank() {
    return candidates.firstRank();
  }

  /** The rank of the candidate at this index of the order. */
  long rank(int index) {
    return candidates.rank(index);
  }

  Candidate get(int index) {
    return candidates.get(index);
  }

  Candidate last() {
    return candidates.get(size() - 1);
  }
}
