package dev.baton.tck.table;

import dev.baton.operate.AuditEntry;
import dev.baton.operate.PastAttempt;
import dev.baton.spi.AuditNote;
import dev.baton.spi.core.IdOrder;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** The attempts of each task and the audit entries, latest first. Guarded by the store's lock. */
public final class HistoryTable {
  private final TreeMap<UUID, Deque<PastAttempt>> attempts = new TreeMap<>(IdOrder.BY_BYTES);

  private final Deque<AuditEntry> audit = new ArrayDeque<>();

  public void putAll(HistoryTable other) {
    other.attempts.forEach((task, all) -> attempts.put(task, new ArrayDeque<>(all)));
    audit.addAll(other.audit);
  }

  public void add(UUID task, PastAttempt attempt) {
    attempts.computeIfAbsent(task, id -> new ArrayDeque<>()).addFirst(attempt);
  }

  /** Keeps only this number of the latest attempts. */
  public void trim(UUID task, int latest) {
    Deque<PastAttempt> all = attempts.getOrDefault(task, new ArrayDeque<>());
    while (all.size() > latest) {
      all.removeLast();
    }
  }

  public void remove(UUID task) {
    attempts.remove(task);
  }

  public List<PastAttempt> of(UUID task, int limit) {
    return attempts.getOrDefault(task, new ArrayDeque<>()).stream().limit(limit).toList();
  }

  public void note(AuditNote note, Instant now) {
    audit.addFirst(
        new AuditEntry(
            note.id(),
            now,
            note.taskId(),
            note.version(),
            note.actor(),
            note.action(),
            note.reason(),
            note.detail()));
  }

  public Stream<AuditEntry> audit() {
    return audit.stream();
  }

  public int pruneAudit(Instant until, int limit) {
    int pruned = 0;
    while (pruned < limit && !audit.isEmpty() && !audit.getLast().writtenAt().isAfter(until)) {
      audit.removeLast();
      pruned++;
    }
    return pruned;
  }
}
