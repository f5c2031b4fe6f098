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
 * The tasks that this node has given back because of what it doesn't know. It leaves each of them
 * to other nodes for twice as long as the time before, whatever its version is by then: two nodes
 * that can't run a task would otherwise hand it to each other without end. Thread-safe.
 */
final class UnknownHere {
  /** Some ten megabytes. */
  static final int MAX_TASKS = 100_000;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /** How long a type is left to others where there is no room to remember one more of its tasks. */
  private static final Duration TYPE_RESTS = Duration.ofMinutes(1);

  private static final int WAITS_IN_A_GRACE = 4;
  private static final int MAX_TYPES = 1_000;
  private static final int MAX_SAID = 100;

  private final LongSupplier nanoTime;
  private final long graceNanos;
  private final int most;

  /** Those that were met last stand last. */
  private final LinkedHashMap<UUID, Known> tasks = new LinkedHashMap<>();

  private final Map<String, Long> restingTypes = new LinkedHashMap<>();
  private final Set<String> said = new LinkedHashSet<>();

  /**
   * @param stands tells its state and data from others: in another state it is met for the first
   *     time again
   */
  private record Known(long firstNanos, long untilNanos, int stands) {}

  /**
   * What is to be done with a task that was met once more.
   *
   * @param again until somebody should look at it again
   * @param first whether this node has met it for the first time
   * @param over whether it met it first a grace ago, or longer
   */
  record Answer(Duration again, boolean first, boolean over) {}

  UnknownHere(LongSupplier nanoTime, Duration grace, int most) {
    this.nanoTime = nanoTime;
    this.graceNanos = grace.toNanos();
    this.most = most;
  }

  /** This node has claimed the task and can't run it. */
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
    // One alarm is at the end of the grace.
    long wait = Math.min(Math.min(met, most), over ? most : graceNanos - met);
    wait = Math.max(least, wait);
    remember(task, new Known(firstNanos, now + wait - wait / 8, stands));
    return new Answer(Duration.ofNanos(wait), known == null, over);
  }

  /** Should it be met again, then for the first time. */
  synchronized void forget(UUID task) {
    tasks.remove(task);
  }

  private void remember(Task task, Known known) {
    long now = nanoTime.getAsLong();
    Iterator<Known> oldest = tasks.values().iterator();
    while (oldest.hasNext() && now - oldest.next().untilNanos > graceNanos) {
      // Another node has run it, or this one would have met it again.
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

  /** Whether this node leaves the task to others now. */
  synchronized boolean leaves(Candidate candidate) {
    if (tasks.isEmpty()) {
      return false;
    }
    Known known = tasks.get(candidate.id());
    return known != null && nanoTime.getAsLong() - known.untilNanos < 0;
  }

  /** Whether this node leaves all tasks of the type to others now. */
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

  /** Whether this hasn't been said yet: a backlog of such tasks must not flood the log. */
  synchronized boolean isNews(String text) {
    if (said.size() >= MAX_SAID) {
      said.clear();
    }
    return said.add(text);
  }
}
