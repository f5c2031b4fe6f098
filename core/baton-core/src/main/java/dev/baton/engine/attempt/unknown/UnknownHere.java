package dev.baton.engine.attempt.unknown;

import dev.baton.task.Candidate;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
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
 * Remembers the tasks that this node can't run and has given back. The node leaves such a task to
 * other nodes for twice as long after each claim, regardless of the task's version. Otherwise two
 * nodes that can't run the task would claim it alternately without end. Thread-safe.
 */
final class UnknownHere {
  /** Maximum number of remembered tasks, about ten megabytes. */
  static final int MAX_TASKS = 100_000;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /**
   * Time for which this node leaves a type to other nodes if it has no room to remember one more
   * task of the type.
   */
  private static final Duration TYPE_RESTS = Duration.ofMinutes(1);

  private static final int WAITS_IN_A_GRACE = 4;
  private static final int MAX_TYPES = 1_000;
  private static final int MAX_SAID = 100;

  private final LongSupplier nanoTime;
  private final long graceNanos;
  private final int most;

  /** In the order of the last claim. */
  private final LinkedHashMap<UUID, Known> tasks = new LinkedHashMap<>();

  private final Map<String, Long> restingTypes = new LinkedHashMap<>();
  private final Set<String> said = new LinkedHashSet<>();

  /**
   * @param stands hash of the task's state and data; if it differs, the task counts as new
   */
  private record Known(long firstNanos, long untilNanos, int stands) {}

  /**
   * The decision about a task that this node can't run.
   *
   * @param again time until a node should claim the task again
   * @param first whether this node has claimed the task for the first time
   * @param over whether the first claim was at least a grace ago
   */
  record Answer(Duration again, boolean first, boolean over) {}

  UnknownHere(LongSupplier nanoTime, Duration grace, int most) {
    this.nanoTime = nanoTime;
    this.graceNanos = grace.toNanos();
    this.most = most;
  }

  /** Records that this node has claimed the task and can't run it. */
  synchronized Answer met(Task task) {
    long now = nanoTime.getAsLong();
    Position p = task.position();
    int stands = Objects.hash(p.state(), p.data());
    Known before = tasks.remove(task.id());
    Known known = before == null || before.stands != stands ? null : before;
    long firstNanos = known == null ? now : known.firstNanos;
    long met = now - firstNanos;
    boolean over = met >= graceNanos;
    long least = Math.min(FIRST_WAIT.toNanos(), graceNanos / (2 * WAITS_IN_A_GRACE));
    long most = graceNanos / WAITS_IN_A_GRACE;
    // The last wait ends with the grace.
    long wait = Math.min(Math.min(met, most), over ? most : graceNanos - met);
    wait = Math.max(least, wait);
    remember(task, new Known(firstNanos, now + wait - wait / 8, stands));
    return new Answer(Duration.ofNanos(wait), known == null, over);
  }

  /** Forgets the task. The next claim counts as the first. */
  synchronized void forget(UUID task) {
    tasks.remove(task);
  }

  private void remember(Task task, Known known) {
    long now = nanoTime.getAsLong();
    Iterator<Known> oldest = tasks.values().iterator();
    while (oldest.hasNext() && now - oldest.next().untilNanos > graceNanos) {
      // Another node has run the task, or this node would have claimed it again.
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
    Known known = tasks.get(candidate.id());
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
   * Returns whether this text was not logged yet, so that a backlog of such tasks doesn't flood the
   * log.
   */
  synchronized boolean isNews(String text) {
    if (said.size() >= MAX_SAID) {
      said.clear();
    }
    return said.add(text);
  }
}
