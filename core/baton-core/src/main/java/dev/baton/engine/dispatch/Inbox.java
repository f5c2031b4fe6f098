package dev.baton.engine.dispatch;

import dev.baton.task.row.Candidate;
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
 * Hints and freed slots that other threads pass to a dispatcher. Its size is limited. It drops what
 * doesn't fit and records that, because the database still has the tasks. Thread-safe.
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

  /** Records that hints may be missing. */
  void missedSome() {
    overflown.set(true);
  }

  /**
   * Returns whether hints or keys have been dropped since the last call. If so, the dispatcher
   * scans the store and tries all refused flows again.
   */
  boolean takeOverflow() {
    return overflown.getAndSet(false);
  }

  /** Returns the keys of the slots that were freed since the last call. */
  SortedSet<String> takeFreedKeys() {
    SortedSet<String> taken = new TreeSet<>(freedKeys);
    freedKeys.removeAll(taken);
    return taken;
  }

  /**
   * Returns the hints that have arrived since the last call. Their number is limited, so that a
   * flood of hints doesn't delay claims.
   */
  List<Candidate> takeHints() {
    List<Candidate> some = new ArrayList<>();
    hints.drainTo(some);
    return some;
  }

  boolean isEmpty() {
    return hints.isEmpty() && freedKeys.isEmpty();
  }
}
