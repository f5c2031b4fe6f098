package dev.baton.tck.simulation;

import dev.baton.spi.Leadership;
import dev.baton.tck.MemoryLeadership;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * One node's view of leadership, which may be wrong: the correctness of the engine must not depend
 * on it.
 */
public final class SimulatedLeadership implements Leadership {
  private final SimulatedNode node;
  private final SimulatedDatabase database;
  private final MemoryLeadership truth;
  private final Duration term;

  /**
   * Creates the view of a node.
   *
   * @param truth the real leadership, shared by all nodes
   * @param term how long a false lead lasts
   */
  public SimulatedLeadership(
      SimulatedNode node, SimulatedDatabase database, MemoryLeadership truth, Duration term) {
    this.node = node;
    this.database = database;
    this.truth = truth;
    this.term = term;
  }

  @Override
  public Optional<Duration> lead(String duty, UUID who) {
    node.require();
    database.enter(node, Verb.LEAD);
    Optional<Duration> answer = truth.lead(duty, who);
    if (database.chance().happens(database.faults().falseLead())) {
      database.countFault();
      answer = answer.isPresent() ? Optional.empty() : Optional.of(term);
    }
    database.leave(node, Verb.LEAD);
    return answer;
  }

  @Override
  public void resign(String duty, UUID who) {
    node.require();
    database.enter(node, Verb.RESIGN);
    truth.resign(duty, who);
    database.leave(node, Verb.RESIGN);
  }
}
