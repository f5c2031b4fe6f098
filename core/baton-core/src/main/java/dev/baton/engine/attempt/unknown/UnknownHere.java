package dev.baton.engine.attempt.unknown;

import dev.baton.task.row.Candidate;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Remembers the tasks that this node can't run and has given back. After each claim, the node
 * leaves such a task to other nodes, about twice as long as before. Otherwise two such nodes would
 * claim the task alternately without end. Thread-safe.
 */
final class UnknownHere {
  /** Maximum number of remembered tasks. They use about ten megabytes. */
  static final int MAX_TASKS = 100_000;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /**
   * Time for which this node leaves all tasks of a type to other nodes, because it can't remember
   * another task of the type.
   */
  private static final Duration TYPE_RESTS = Duration.ofMinutes(1);

  private static final int WAITS_IN_A_GRACE = 4;
  private static final int MAX_TYPES = 1_000;
  private static final int MAX_SAID = 100;

  private final LongSupplier nanoTime;
  private final long graceNanos;
  private final int most;

  /** Ordered by the last claim, oldest first. */
  private final LinkedHashMap<UUID, KnownTask> tasks = new LinkedHashMap<>();

  private final Map<String, Long> restingTypes = new LinkedHashMap<>();
  private final Set<String> said = new LinkedHashSet<>();

  /**
   * @param stands hash of the task's state and data; if it has changed, the task counts as new
   */
  private record KnownTask(long firstNanos, long untilNanos, int stands) {}

  /**
   * The decision about a task that this node can't run.
   *
   * @param again time until a node should claim the task again
   * @param first true if this is the first claim of the task on this node
   * @param over true if the grace has passed since the first claim
   */
  record UnknownClaim(Duration again, boolean first, boolean over) {}

  UnknownHere(LongSupplier nanoTime, Duration grace, int most) {
    this.nanoTime = nanoTime;
    this.graceNanos = grace.toNanos();
    this.most = most;
  }

  /** Records that this node has claimed the task and can't run it. */
  synchronized UnknownClaim met(Task task) {
    long now = nanoTime.getAsLong();
    Position p = task.position();
    int stands = Objects.hash(p.state(), p.data());
    KnownTask before = tasks.remove(task.id());
    KnownTask known = before == null || before.stands != stands ? null : before;
    long firstNanos = known == null ? now : known.firstNanos;
    long met = now - firstNanos;
    boolean over = met >= graceNanos;
    long least = Math.min(FIRST_WAIT.toNanos(), graceNanos / (2 * WAITS_IN_A_GRACE));
    long most = graceNanos / WAITS_IN_A_GRACE;
    // The last wait ends together with the grace.
    long wait = Math.min(Math.min(met, most), over ? most : graceNanos - met);
    wait = Math.max(least, wait);
    remember(task, new KnownTask(firstNanos, now + wait - wait / 8, stands));
    return new UnknownClaim(Duration.ofNanos(wait), known == null, over);
  }

  /** Forgets the task. Its next claim counts as the first. */
  synchronized void forget(UUID task) {
    tasks.remove(task);
  }

  private void remember(Task task, KnownTask known) {
    long now = nanoTime.getAsLong();
    Iterator<KnownTask> oldest = tasks.values().iterator();
    while (oldest.hasNext() && now - oldest.next().untilNanos > graceNanos) {
      // Another node has run this task. Otherwise this node would have claimed it again.
      oldest.remove();
    }
    if (tasks.size() < most) {
      tasks.put(task.id(), known);
      return;
    }
    if (restingTypes.size() >= MAX_TYPES) {
      restingTypes.clear();
    }
    restingTypes.put(task.spec().type(), now + TYPE_RESTS.toNanos());
  }

  /** Returns whether this node leaves the task to other nodes now. */
  synchronized boolean leaves(Candidate candidate) {
    if (tasks.isEmpty()) {
      return false;
    }
    KnownTask known = tasks.get(candidate.id());
    return known != null && nanoTime.getAsLong() - known.untilNanos < 0;
  }

  /** Returns whether this node leaves all tasks of the type to other nodes now. */
  synchronized boolean leavesType(String type) {
    if (restingTypes.isEmpty()) {
      return false;
    }
    Long until = restingTypes.get(type);
    if (until != null && nanoTime.getAsLong() - until >= 0) {
      restingTypes.remove(type);
      return false;
    }
    return until != null;
  }

  /**
   * Returns whether this text has not been logged before, so that many such tasks don't flood the
   * log.
   */
  synchronized boolean isNews(String text) {
    if (said.size() >= MAX_SAID) {
      said.clear();
    }
    return said.add(text);
  }
}
