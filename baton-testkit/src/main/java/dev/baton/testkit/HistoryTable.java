package dev.baton.testkit;

import dev.baton.api.PastAttempt;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;

/** What went wrong with each task, latest first. Guarded by the store's lock. */
final class HistoryTable {
  private final TreeMap<UUID, Deque<PastAttempt>> attempts = new TreeMap<>(Ids.ORDER);

  void putAll(HistoryTable other) {
    other.attempts.forEach((task, all) -> attempts.put(task, new ArrayDeque<>(all)));
  }

  void add(UUID task, PastAttempt attempt) {
    attempts.computeIfAbsent(task, id -> new ArrayDeque<>()).addFirst(attempt);
  }

  void remove(UUID task) {
    attempts.remove(task);
  }

  List<PastAttempt> of(UUID task, int limit) {
    return attempts.getOrDefault(task, new ArrayDeque<>()).stream().limit(limit).toList();
  }
}
