package dev.baton.engine.sweep;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.cluster.Registry;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Leadership;
import dev.baton.spi.NoteStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Removes finished tasks whose retention has ended. While its batches are full, it doesn't pause,
 * so that it keeps up with the cluster. If no node has work and there was nothing to remove, it
 * pauses for five minutes. About every ten minutes, it also removes old rows: nodes that were
 * silent for at least a day, audit entries older than 400 days, notes of deleted tasks and of tasks
 * without their payload, and statistics older than a week. It also adds up the statistics of each
 * hour.
 */
public final class Pruner {
  private static final int BATCH = 2_000;

  /**
   * The smallest batch after failures. If rows of one kind can't be removed, they must not slow
   * down the removal of others. A store may divide a batch further.
   */
  private static final int LEAST_BATCH = 100;

  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** After this number of rounds without work, the pauses become long. */
  private static final int SHORT_PAUSES = 3;

  private static final Duration LONG_PAUSE = Duration.ofMinutes(5);

  private static final Duration AUDIT_KEPT = Duration.ofDays(400);
  private static final Duration NOTES_KEPT = Duration.ofHours(1);
  private static final Duration STATISTICS_KEPT = Duration.ofDays(7);

  /**
   * Time between two removals of old rows. It is long, because each one reads the notes of all
   * long-lived tasks and usually finds nothing.
   */
  private static final Duration TIDY_EVERY = Duration.ofMinutes(10);

  private final NodeContext node;
  private final Registry registry;
  private final Duty duty;
  private final Loop loop;
  private int quietRounds;

  /**
   * Size of the next batch. After failures it is smaller than {@link #BATCH}, because the store may
   * not finish a large batch in time.
   */
  private int batch = BATCH;

  private final List<OldRows> oldRows = new ArrayList<>();

  /** Old rows of one kind, which {@link #tidy} removes. */
  private static final class OldRows {
    /** Removes a batch of at most this size. Returns whether there may be more rows. */
    private final IntPredicate remove;

    /**
     * Size of the next batch. It becomes smaller after failures, like the batch of finished tasks.
     */
    private int batch = BATCH;

    /** Earliest time of the next batch. A failure doesn't change it. */
    private long nextNanos;

    OldRows(long nextNanos, IntPredicate remove) {
      this.nextNanos = nextNanos;
      this.remove = remove;
    }

    /** Removes a batch if its time has come. Returns whether more must be removed at once. */
    boolean removeBatch(long now) {
      if (now - nextNanos < 0) {
        return false;
      }
      int most = batch;
      batch = Math.max(1, most / 4);
      boolean more = remove.test(most);
      batch = Math.min(BATCH, 2 * most);
      nextNanos = more ? now : now + TIDY_EVERY.toNanos();
      return more;
    }
  }

  /**
   * @param operations null if the store keeps no audit
   */
  public Pruner(
      NodeContext node,
      @Nullable OperationsStore operations,
      Leadership leadership,
      Registry registry) {
    this.node = node;
    this.registry = registry;
    this.duty =
        new Duty("pruner", node.owners().node(), leadership, node.runtime(), node.events(), PAUSE);
    this.loop = new Loop("pruner", node.runtime(), node.events(), this::round);
    long now = node.runtime().nanoTime();
    if (operations != null) {
      oldRows.add(new OldRows(now, most -> operations.pruneAudit(AUDIT_KEPT, most) == most));
    }
    NoteStore notes = node.stores().notes();
    if (notes != null) {
      oldRows.add(new OldRows(now, most -> notes.pruneNotes(NOTES_KEPT, most) == most));
    }
    StatisticsStore statistics = node.stores().statistics();
    if (statistics != null) {
      oldRows.add(
          new OldRows(now, most -> statistics.pruneStatistics(STATISTICS_KEPT, most) >= most));
      oldRows.add(new OldRows(now, most -> statistics.addUpAnHour()));
    }
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Resigns from the duty, so that another node can take it at once. Call this after the loop has
   * ended.
   */
  public void resign() {
    duty.resign();
  }

  private Duration round() throws InterruptedException {
    Duration wait = duty.lead(this::prune, () -> pause(0));
    // The duty shortens each wait, so that this node requests its next term in time.
    if (wait.isZero() || quietRounds <= SHORT_PAUSES) {
      return wait;
    }
    duty.rest();
    return LONG_PAUSE;
  }

  /** Returns the pause after a round. The pause becomes long only while no node has work. */
  private Duration pause(int pruned) {
    quietRounds = pruned == 0 && node.activity().isIdle() ? quietRounds + 1 : 0;
    return quietRounds <= SHORT_PAUSES ? PAUSE : LONG_PAUSE;
  }

  private Duration prune() {
    int most = batch;
    batch = Math.max(LEAST_BATCH, most / 4);
    int pruned = node.sweeps().prune(most);
    batch = Math.min(BATCH, 2 * most);
    if (pruned > 0) {
      node.events().emit(new NodeEvent.Pruned(pruned));
    }
    if (pruned >= most) {
      return Duration.ZERO;
    }
    registry.forgetTheSilent();
    Duration pause = pause(pruned);
    return tidy() ? Duration.ZERO : pause;
  }

  /** Removes old rows of other kinds. Returns whether the next round must follow at once. */
  private boolean tidy() {
    long now = node.runtime().nanoTime();
    boolean more = false;
    RuntimeException first = null;
    for (OldRows kind : oldRows) {
      try {
        more |= kind.removeBatch(now);
      } catch (RuntimeException failed) {
        // The other kinds are still removed.
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
    return more;
  }
}
