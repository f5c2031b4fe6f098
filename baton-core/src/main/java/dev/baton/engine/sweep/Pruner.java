package dev.baton.engine.sweep;

import dev.baton.api.TaskEvent;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.engine.cluster.Registry;
import dev.baton.spi.Leadership;
import java.time.Duration;

/**
 * Removes finished tasks whose retention is over, batch after batch without a pause while there are
 * full batches, so that it keeps up with any throughput the rest does. Then forgets nodes that have
 * been silent for days, and every few minutes what attempts noted of tasks that have ended.
 */
public final class Pruner {
  private static final int BATCH = 2_000;
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** The notes of tasks that live for long are looked at in vain each time: not often. */
  private static final Duration BETWEEN_NOTES = Duration.ofMinutes(10);

  private static final Duration AGE_OF_NOTES = Duration.ofHours(1);

  private final NodeContext node;
  private final Registry registry;
  private final Duty duty;
  private final Loop loop;
  private long notesNanos;

  public Pruner(NodeContext node, Leadership leadership, Registry registry) {
    this.node = node;
    this.registry = registry;
    this.notesNanos = node.runtime().nanoTime();
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
    return pruneNotes();
  }

  private Duration pruneNotes() {
    if (node.notes() == null || node.runtime().nanoTime() - notesNanos < 0) {
      return PAUSE;
    }
    int pruned = node.notes().pruneNotes(AGE_OF_NOTES, BATCH);
    if (pruned == BATCH) {
      return Duration.ZERO;
    }
    notesNanos = node.runtime().nanoTime() + BETWEEN_NOTES.toNanos();
    return PAUSE;
  }
}
