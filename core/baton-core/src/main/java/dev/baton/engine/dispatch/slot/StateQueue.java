package dev.baton.engine.dispatch.slot;

import dev.baton.limit.internal.RefusedSlot;
import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The ready tasks for which this node found no slot of one limit of a state. No node holds them,
 * and this node doesn't claim them until a slot is free and it calls them. Owned by {@link
 * StateSlots}, not thread-safe.
 */
final class StateQueue {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingInt(Candidate::priority)
          .thenComparing(Candidate::arrivedAt)
          .thenComparing(Candidate::id);

  /**
   * A task that was called so long ago and isn't claimed yet may have left the look-ahead table.
   */
  private static final long CALL_NANOS = 1_000_000_000L;

  /** Those whom the limit refused whatever their key. */
  private final TreeSet<Candidate> anyKey = new TreeSet<>(ORDER);

  /** Those whom it refused for their key. */
  private final Map<String, TreeSet<Candidate>> byKey = new HashMap<>();

  private final Map<UUID, Long> called = new HashMap<>();
  private int inUse;

  /** How many slots were in use when the limit last refused. */
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

  /** The same task at a later version, at its place. */
  void replace(Candidate candidate, Candidate later) {
    boolean isOfKey = !anyKey.contains(candidate);
    remove(candidate);
    add(later, isOfKey ? RefusedSlot.Scope.KEY : RefusedSlot.Scope.TYPE);
  }

  /** How many of those that were refused alike are called before this one. */
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

  /** Those to be called now that one slot more is free, as one of this key was. */
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

  /** The tasks to call now, at least one, of those that were refused whatever their key. */
  List<Candidate> nextOfAnyKey(long now) {
    forgetOldCalls(now);
    int free = Math.max(1, fullAt - inUse - called.size());
    List<Candidate> next = anyKey.stream().limit(free).toList();
    next.forEach(one -> goes(one, now));
    return next;
  }

  /** Those to be called now that the limit has so many slots, in all and for each key. */
  List<Candidate> resized(int slots, int slotsOfKey, long now) {
    fullAt = slots;
    List<Candidate> next = new ArrayList<>();
    byKey.values().forEach(ofKey -> ofKey.stream().limit(slotsOfKey).forEach(next::add));
    int free = Math.max(0, fullAt - inUse - called.size());
    anyKey.stream().limit(free).forEach(next::add);
    next.forEach(one -> goes(one, now));
    return next;
  }

  /** It was claimed, or wasn't there to be claimed: true if it had been called. */
  boolean answered(UUID id) {
    return called.remove(id) != null;
  }

  /** Whether no slot that is freed will ever call the next one. */
  boolean isForgotten(long now) {
    forgetOldCalls(now);
    return inUse == 0 && called.isEmpty();
  }

  /** The task leaves the line, to be claimed. */
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
