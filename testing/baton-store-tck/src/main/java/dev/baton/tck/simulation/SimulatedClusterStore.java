package dev.baton.tck.simulation;

import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Survey;
import dev.baton.spi.Switches;
import dev.baton.tck.MemoryClusterStore;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** One node's access to the cluster store. A failover doesn't rewind it. */
public final class SimulatedClusterStore implements ClusterStore {
  private final SimulatedNode node;
  private final SimulatedMemory database;
  private final MemoryClusterStore rows;

  public SimulatedClusterStore(SimulatedNode node, SimulatedMemory database) {
    this.node = node;
    this.database = database;
    this.rows = database.clusterRows();
  }

  @Override
  public void beat(NodeInfo.Card card) {
    call(
        Verb.BEAT,
        () -> {
          rows.beat(card);
          return true;
        });
  }

  @Override
  public void leave(UUID id) {
    call(
        Verb.LEAVE,
        () -> {
          rows.leave(id);
          return true;
        });
  }

  @Override
  public List<NodeInfo> nodes(Duration within) {
    return call(Verb.NODES, () -> rows.nodes(within));
  }

  @Override
  public int forget(Duration silentFor) {
    return call(Verb.FORGET, () -> rows.forget(silentFor));
  }

  @Override
  public boolean pause(Pause pause, String reason, AuditNote note) {
    return call(
        Verb.PAUSE,
        () -> {
          boolean isNew = rows.pause(pause, reason, note);
          database.paused(pause, true);
          return isNew;
        });
  }

  @Override
  public boolean resume(Pause pause, AuditNote note) {
    return call(
        Verb.RESUME,
        () -> {
          boolean was = rows.resume(pause, note);
          database.paused(pause, false);
          return was;
        });
  }

  @Override
  public List<Paused> pauses() {
    List<Paused> found = call(Verb.PAUSES, rows::pauses);
    database.learnt(node, found);
    return found;
  }

  @Override
  public Switches switches() {
    return new Switches(pauses(), rows.switches().overrides());
  }

  @Override
  public Survey survey(Duration ahead) {
    return database.survey(switches(), ahead);
  }

  private <T> T call(Verb verb, Supplier<T> action) {
    node.require();
    database.enter(node, verb);
    T answer = action.get();
    node.simulation().line(() -> verb + " -> " + answer);
    database.leave(node, verb);
    return answer;
  }
}
