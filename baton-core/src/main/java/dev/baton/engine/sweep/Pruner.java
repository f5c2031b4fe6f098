package dev.baton.engine.sweep;

import dev.baton.api.TaskEvent;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.engine.cluster.Registry;
import dev.baton.spi.Leadership;
import dev.baton.spi.OperationsStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Removes finished tasks whose retention is over, batch after batch without a pause while there are
 * full batches, so that it keeps up with any throughput the rest does. Then forgets nodes that have
 * been silent for days, and what the audit says of changes made more than a year ago.
 */
public final class Pruner {
  private static final int BATCH = 2_000;
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private static final Duration AUDIT_KEPT = Duration.ofDays(400);
  private static final Duration AUDIT_PRUNED_EVERY = Duration.ofMinutes(10);

  private final NodeContext node;
  private final @Nullable OperationsStore operations;
  private final Registry registry;
  private final Duty duty;
  private final Loop loop;
  private long nextAuditNanos;

  /**
   * @param operations null where nothing is audited
   */
  public Pruner(
      NodeContext node,
      @Nullable OperationsStore operations,
      Leadership leadership,
      Registry registry) {
    this.node = node;
    this.operations = operations;
    this.nextAuditNanos = node.runtime().nanoTime();
    this.registry = registry;
    this.duty = new Duty("pruner", node.owners().node(), leadership, node.runtime(), node.events());
    this.loop = new Loop("pruner", node.runtime(), node.events(), this::round);
  }

  public Loop loop() {
    return loop;
  }

  /** Lets another node have the duty at once. Called when the loop has ended. */
  public void resign() {
    duty.resign();
  }

  private Duration round() {
    if (!duty.isMine()) {
      return PAUSE;
    }
    int pruned = node.store().prune(BATCH);
    if (pruned > 0) {
      node.events().emit(new TaskEvent.Pruned(pruned));
    }
    if (pruned == BATCH) {
      return Duration.ZERO;
    }
    registry.forgetTheSilent();
    pruneAudit();
    return PAUSE;
  }

  private void pruneAudit() {
    long now = node.runtime().nanoTime();
    if (operations != null && now - nextAuditNanos >= 0) {
      boolean more = operations.pruneAudit(AUDIT_KEPT, BATCH) == BATCH;
      nextAuditNanos = more ? now : now + AUDIT_PRUNED_EVERY.toNanos();
    }
  }
}
