package dev.baton.engine.sweep;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.cluster.Registry;
import dev.baton.hook.TaskEvent;
import dev.baton.spi.Leadership;
import dev.baton.spi.NoteStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Removes finished tasks whose retention is over, batch after batch without a pause while there are
 * full batches, so that it keeps up with any throughput the rest does. Then forgets nodes that have
 * been silent for days, what the audit says of changes made more than a year ago, what attempts
 * noted of tasks that have ended, and the statistics of the week before; it adds up those of each
 * hour.
 */
public final class Pruner {
  private static final int BATCH = 2_000;
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private static final Duration AUDIT_KEPT = Duration.ofDays(400);
  private static final Duration NOTES_KEPT = Duration.ofHours(1);
  private static final Duration STATISTICS_KEPT = Duration.ofDays(7);

  /** The notes of tasks that live for long are looked at in vain each time: not often. */
  private static final Duration TIDY_EVERY = Duration.ofMinutes(10);

  private final NodeContext node;
  private final @Nullable OperationsStore operations;
  private final Registry registry;
  private final Duty duty;
  private final Loop loop;
  private long nextTidyNanos;

  /** Fewer than {@link #BATCH} after failures: what is large may not be removed in time. */
  private int batch = BATCH;

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
    this.registry = registry;
    this.nextTidyNanos = node.runtime().nanoTime();
    this.duty =
        new Duty("pruner", node.owners().node(), leadership, node.runtime(), node.events(), PAUSE);
    this.loop = new Loop("pruner", node.runtime(), node.events(), this::round);
  }

  public Loop loop() {
    return loop;
  }

  /** Lets another node have the duty at once. Called when the loop has ended. */
  public void resign() {
    duty.resign();
  }

  private Duration round() throws InterruptedException {
    return duty.lead(this::prune, () -> PAUSE);
  }

  private Duration prune() {
    int most = batch;
    batch = Math.max(1, most / 4);
    int pruned = node.sweeps().prune(most);
    batch = Math.min(BATCH, 2 * most);
    if (pruned > 0) {
      node.events().emit(new TaskEvent.Pruned(pruned));
    }
    if (pruned >= most) {
      return Duration.ZERO;
    }
    registry.forgetTheSilent();
    return tidy() ? Duration.ZERO : PAUSE;
  }

  /** Whether there is more to do at once. */
  private boolean tidy() {
    long now = node.runtime().nanoTime();
    if (now - nextTidyNanos < 0) {
      return false;
    }
    boolean more = operations != null && operations.pruneAudit(AUDIT_KEPT, BATCH) == BATCH;
    NoteStore notes = node.stores().notes();
    more |= notes != null && notes.pruneNotes(NOTES_KEPT, BATCH) == BATCH;
    StatisticsStore statistics = node.stores().statistics();
    if (statistics != null) {
      more |= statistics.pruneStatistics(STATISTICS_KEPT, BATCH) >= BATCH;
      more |= statistics.addUpAnHour();
    }
    nextTidyNanos = more ? now : now + TIDY_EVERY.toNanos();
    return more;
  }
}
