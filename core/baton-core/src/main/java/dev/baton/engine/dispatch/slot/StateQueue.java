package dev.baton.engine.dispatch.slot;

import dev.baton.limit.internal.RefusedSlot;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The ready tasks that wait on this node because a limit of their state has no free slot. Other
 * nodes may claim them. This node claims such a task only after the queue has called it, because a
 * slot became free. Only {@link StateSlots} uses it; not thread-safe.
 */
final class StateQueue {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingInt(Candidate::priority)
          .thenComparing(Candidate::arrivedAt)
          .thenComparing(Candidate::id);

  /**
   * Time after which a called task that was not claimed no longer counts. The task may have left
   * the look-ahead table.
   */
  private static final long CALL_NANOS = 1_000_000_000L;

  /** Tasks that were refused because the limit has no free slot for any key. */
  private final TreeSet<Candidate> anyKey = new TreeSet<>(ORDER);

  /** Tasks that were refused because the limit has no free slot for their key. */
  private final Map<String, TreeSet<Candidate>> byKey = new HashMap<>();

  private final Map<UUID, Long> called = new HashMap<>();
  private int inUse;

  /** Number of slots that were in use when the limit last refused tasks of all keys. */
  private int fullAt = 1;

  void add(Candidate candidate, RefusedSlot.Scope scope) {
    if (scope != RefusedSlot.Scope.KEY) {
      fullAt = Math.max(1, inUse);
      anyKey.add(candidate);
    } else {
      byKey.computeIfAbsent(candidate.flow().key(), key -> new TreeSet<>(ORDER)).add(candidate);
    }
  }

  void remove(Candidate candidate) {
    anyKey.remove(candidate);
    String key = candidate.flow().key();
    TreeSet<Candidate> ofKey = byKey.get(key);
    if (ofKey != null && ofKey.remove(candidate) && ofKey.isEmpty()) {
      byKey.remove(key);
    }
  }

  /** Replaces a task with a later version of it, at the same place in the queue. */
  void replace(Candidate candidate, Candidate later) {
    boolean isOfKey = !anyKey.contains(candidate);
    remove(candidate);
    add(later, isOfKey ? RefusedSlot.Scope.KEY : RefusedSlot.Scope.TYPE);
  }

  /**
   * Returns how many tasks will be called before this one. It counts only tasks that were refused
   * for the same reason.
   */
  int ahead(Candidate candidate) {
    TreeSet<Candidate> alike =
        anyKey.contains(candidate) ? anyKey : byKey.get(candidate.flow().key());
    return alike == null ? 0 : alike.headSet(candidate).size();
  }

  void taken() {
    inUse++;
  }

  void freed() {
    inUse--;
  }

  /** Returns the tasks to call because a slot of this key was freed. */
  List<Candidate> next(String key, long now) {
    TreeSet<Candidate> ofKey = byKey.get(key);
    List<Candidate> next = new ArrayList<>();
    if (ofKey != null) {
      Candidate first = ofKey.first();
      goes(first, now);
      next.add(first);
    }
    next.addAll(nextOfAnyKey(now));
    return next;
  }

  /**
   * Returns the next tasks to call that were refused for all keys: at least one, if there is any.
   */
  List<Candidate> nextOfAnyKey(long now) {
    forgetOldCalls(now);
    int free = Math.max(1, fullAt - inUse - called.size());
    List<Candidate> next = anyKey.stream().limit(free).toList();
    next.forEach(one -> goes(one, now));
    return next;
  }

  /** Changes the number of slots, in total and per key. Returns the tasks to call because of it. */
  List<Candidate> resized(int slots, int slotsOfKey, long now) {
    fullAt = slots;
    List<Candidate> next = new ArrayList<>();
    byKey.values().forEach(ofKey -> ofKey.stream().limit(slotsOfKey).forEach(next::add));
    int free = Math.max(0, fullAt - inUse - called.size());
    anyKey.stream().limit(free).forEach(next::add);
    next.forEach(one -> goes(one, now));
    return next;
  }

  /**
   * Removes the task's call, because the task was claimed or could not be claimed. Returns whether
   * the queue had called it.
   */
  boolean answered(UUID id) {
    return called.remove(id) != null;
  }

  /**
   * Returns whether the next task would wait for ever, because no slot is in use and no called task
   * is left.
   */
  boolean isForgotten(long now) {
    forgetOldCalls(now);
    return inUse == 0 && called.isEmpty();
  }

  /** Moves the task from the queue to the called tasks. */
  void goes(Candidate candidate, long now) {
    remove(candidate);
    called.put(candidate.id(), now);
  }

  private void forgetOldCalls(long now) {
    if (!called.isEmpty()) {
      called.values().removeIf(since -> now - since > CALL_NANOS);
    }
  }
}
