package dev.baton.jdbc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;

/**
 * The claims of many tasks that this store has made, and how many of their tasks they still hold;
 * see {@code claim-bulk.sql}. A guess: what is counted here may be rolled back, and what others do
 * is not. So it only says which rows of {@code baton_claim} are worth a look; whoever removes one
 * looks whether it holds anything, and what is forgotten here is found by the sweep once its lease
 * is over. Thread-safe.
 */
final class BulkClaims {
  /** From so many tasks on one row more, and its removal, cost less than what they save. */
  static final int LEAST = 64;

  /** The version of the tables whose nodes know of such claims. */
  private static final int SINCE = 13;

  private static final int MOST_COUNTED = 4_096;
  private static final int MOST_OVER = 16;

  private final int least;
  private final Map<UUID, Integer> held = new LinkedHashMap<>();
  private final Queue<UUID> over = new ArrayDeque<>();
  private volatile boolean allowed;

  BulkClaims(int least) {
    this.least = least;
  }

  /** Nodes of that version or later work on these tables, and none of an older one. */
  void allowFrom(int oldestServed) {
    allowed = oldestServed >= SINCE;
  }

  boolean suits(int tasks) {
    return allowed && tasks >= least;
  }

  synchronized void claimed(UUID owner, int tasks) {
    held.merge(owner, tasks, Integer::sum);
    letGo(owner, 0);
    if (held.size() > MOST_COUNTED) {
      held.remove(held.keySet().iterator().next());
    }
  }

  /** So many tasks of that owner have ended, gone elsewhere, or are held by their own rows now. */
  synchronized void letGo(UUID owner, int tasks) {
    Integer left = held.computeIfPresent(owner, (same, count) -> count - tasks);
    if (left != null && left <= 0) {
      held.remove(owner);
      if (over.size() < MOST_COUNTED) {
        over.add(owner);
      }
    }
  }

  /** The owners of some claims that seem to be over; each is told once. */
  synchronized List<UUID> takeOver() {
    List<UUID> some = new ArrayList<>();
    while (some.size() < MOST_OVER && !over.isEmpty()) {
      some.add(over.remove());
    }
    return some;
  }
}
