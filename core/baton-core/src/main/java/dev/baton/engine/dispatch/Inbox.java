package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What others put in for a dispatcher: hints and freed slots. Bounded: what doesn't fit is dropped
 * and noted, since the database still has the tasks. Thread-safe.
 */
final class Inbox {
  private static final int MAX_HINTS = 10_000;
  private static final int MAX_KEYS = 10_000;

  private final BlockingQueue<Candidate> hints = new LinkedBlockingQueue<>(MAX_HINTS);
  private final Set<String> freedKeys = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean overflown = new AtomicBoolean();

  void hint(List<Candidate> ready) {
    if (!ready.stream().allMatch(hints::offer)) {
      missedSome();
    }
  }

  void freed(String key) {
    if (freedKeys.size() < MAX_KEYS) {
      freedKeys.add(key);
    } else {
      missedSome();
    }
  }

  /** Hints may have been given that never came here. */
  void missedSome() {
    overflown.set(true);
  }

  /** Whether hints or keys were dropped since the last call: everything must be looked at again. */
  boolean takeOverflow() {
    return overflown.getAndSet(false);
  }

  /** The keys of the slots that were freed since the last call. */
  SortedSet<String> takeFreedKeys() {
    SortedSet<String> taken = new TreeSet<>(freedKeys);
    freedKeys.removeAll(taken);
    return taken;
  }

  /** No more than are there now: a flood of hints must not keep claims waiting. */
  List<Candidate> takeHints() {
    List<Candidate> some = new ArrayList<>();
    hints.drainTo(some);
    return some;
  }

  boolean isEmpty() {
    return hints.isEmpty() && freedKeys.isEmpty();
  }
}
