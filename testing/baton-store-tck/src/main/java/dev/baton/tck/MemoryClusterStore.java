package dev.baton.tck;

import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Switches;
import dev.baton.spi.core.IdOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A cluster store in memory for all nodes that share this object. Thread-safe. */
public class MemoryClusterStore implements ClusterStore {
  private static final Comparator<NodeInfo> BY_NAME =
      Comparator.<NodeInfo, String>comparing(node -> node.card().name())
          .thenComparing(node -> node.card().id(), IdOrder.BY_BYTES);

  private final InstantSource clock;
  private final @Nullable MemoryOperationsStore operations;
  private final TreeMap<UUID, NodeInfo> nodes = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<Pause, Paused> pauses = new TreeMap<>();

  /** Creates a store without nodes, pauses, overrides and audit. */
  public MemoryClusterStore(InstantSource clock) {
    this(clock, null);
  }

  /**
   * Creates a store without nodes and pauses.
   *
   * @param operations store that has the overrides and the audit; null for none
   */
  public MemoryClusterStore(InstantSource clock, @Nullable MemoryOperationsStore operations) {
    this.clock = clock;
    this.operations = operations;
  }

  @Override
  public void beat(NodeInfo.Card node) {
    Instant now = now();
    synchronized (nodes) {
      NodeInfo known = nodes.get(node.id());
      nodes.put(node.id(), new NodeInfo(node, known == null ? now : known.startedAt(), now, null));
    }
  }

  @Override
  public void leave(UUID node) {
    Instant now = now();
    synchronized (nodes) {
      nodes.computeIfPresent(
          node,
          (id, known) ->
              known.leftAt() == null
                  ? new NodeInfo(known.card(), known.startedAt(), now, now)
                  : known);
    }
  }

  @Override
  public List<NodeInfo> nodes(Duration within) {
    Instant after = now().minus(within);
    synchronized (nodes) {
      return nodes.values().stream()
          .filter(node -> node.heardAt().isAfter(after))
          .sorted(BY_NAME)
          .toList();
    }
  }

  @Override
  public int forget(Duration silentFor) {
    Instant until = now().minus(silentFor);
    synchronized (nodes) {
      int before = nodes.size();
      nodes.values().removeIf(node -> !node.heardAt().isAfter(until));
      return before - nodes.size();
    }
  }

  @Override
  public boolean pause(Pause pause, String reason, AuditNote note) {
    Instant now = now();
    boolean isNew;
    synchronized (pauses) {
      isNew = pauses.putIfAbsent(pause, new Paused(pause, reason, now)) == null;
    }
    return audited(isNew, note);
  }

  @Override
  public boolean resume(Pause pause, AuditNote note) {
    boolean wasPaused;
    synchronized (pauses) {
      wasPaused = pauses.remove(pause) != null;
    }
    return audited(wasPaused, note);
  }

  private boolean audited(boolean changed, AuditNote note) {
    if (changed && operations != null) {
      operations.note(note);
    }
    return changed;
  }

  @Override
  public List<Paused> pauses() {
    synchronized (pauses) {
      return List.copyOf(pauses.values());
    }
  }

  @Override
  public Switches switches() {
    return new Switches(pauses(), operations == null ? List.of() : operations.overrides());
  }

  /** Reads the clock. Never called under a lock, because a clock may be foreign code. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
