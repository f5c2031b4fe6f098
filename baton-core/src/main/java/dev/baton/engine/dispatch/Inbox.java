package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What others put in for a dispatcher: hints, what looks saw, and freed slots. Bounded: what
 * doesn't fit is dropped and noted, since the database still has the tasks. Thread-safe.
 */
final class Inbox {
  private static final int MOST_HINTS = 10_000;
  private static final int MOST_KEYS = 10_000;
  private static final int MOST_SIGHTINGS = 2_000;

  private final ConcurrentLinkedQueue<Candidate> hints = new ConcurrentLinkedQueue<>();
  private final AtomicInteger hintCount = new AtomicInteger();
  private final ConcurrentLinkedQueue<Sighting> sightings = new ConcurrentLinkedQueue<>();
  private final AtomicInteger sightingCount = new AtomicInteger();
  private final ConcurrentLinkedQueue<String> freedKeys = new ConcurrentLinkedQueue<>();
  private final AtomicInteger keyCount = new AtomicInteger();
  private final AtomicBoolean freedAny = new AtomicBoolean();
  private final AtomicBoolean overflown = new AtomicBoolean();

  void hint(List<Candidate> ready) {
    for (Candidate candidate : ready) {
      if (hintCount.incrementAndGet() > MOST_HINTS) {
        hintCount.decrementAndGet();
        overflown.set(true);
        return;
      }
      hints.add(candidate);
    }
  }

  /** The looker waits for room: none are dropped. */
  void sighted(List<Sighting> some) {
    sightingCount.addAndGet(some.size());
    sightings.addAll(some);
  }

  boolean hasRoomForSightings() {
    return sightingCount.get() < MOST_SIGHTINGS;
  }

  void freed(String key) {
    freedAny.set(true);
    if (keyCount.incrementAndGet() > MOST_KEYS) {
      keyCount.decrementAndGet();
      overflown.set(true);
      return;
    }
    freedKeys.add(key);
  }

  /** Hints may have been given that never came here. */
  void missedSome() {
    overflown.set(true);
  }

  /** Whether hints or keys were dropped since the last call: everything must be looked at again. */
  boolean takeOverflow() {
    return overflown.getAndSet(false);
  }

  /** Whether any slot was freed since the last call. */
  boolean takeFreed() {
    return freedAny.getAndSet(false);
  }

  void drainKeys(Consumer<String> taker) {
    String key;
    while ((key = freedKeys.poll()) != null) {
      keyCount.decrementAndGet();
      taker.accept(key);
    }
  }

  void drainHints(Consumer<Candidate> taker) {
    drain(hints, hintCount, taker);
  }

  boolean hasSightings() {
    return sightingCount.get() > 0;
  }

  void drainSightings(Consumer<Sighting> taker) {
    drain(sightings, sightingCount, taker);
  }

  private static <T> void drain(
      ConcurrentLinkedQueue<T> queue, AtomicInteger count, Consumer<T> taker) {
    // No more than were there at the start: a flood of hints must not keep claims waiting.
    for (int left = count.get(); left > 0; left--) {
      T next = queue.poll();
      if (next == null) {
        return;
      }
      count.decrementAndGet();
      taker.accept(next);
    }
  }

  boolean isEmpty() {
    return hints.isEmpty() && sightings.isEmpty() && !freedAny.get();
  }
}
