package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What others put in for a dispatcher: hints and freed slots. Bounded: what doesn't fit is dropped
 * and noted, since the database still has the tasks. Thread-safe.
 */
final class Inbox {
  private static final int MAX_HINTS = 10_000;
  private static final int MAX_KEYS = 10_000;

  private final BlockingQueue<Candidate> hints = new LinkedBlockingQueue<>(MAX_HINTS);
  private final BlockingQueue<String> freedKeys = new LinkedBlockingQueue<>(MAX_KEYS);
  private final AtomicBoolean freedAny = new AtomicBoolean();
  private final AtomicBoolean overflown = new AtomicBoolean();

  void hint(List<Candidate> ready) {
    put(ready, hints);
  }

  void freed(String key) {
    freedAny.set(true);
    put(List.of(key), freedKeys);
  }

  private <T> void put(List<T> some, BlockingQueue<T> queue) {
    for (T one : some) {
      if (!queue.offer(one)) {
        overflown.set(true);
        return;
      }
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

  /** Whether any slot was freed since the last call. */
  boolean takeFreed() {
    return freedAny.getAndSet(false);
  }

  void drainKeys(Consumer<String> taker) {
    drain(freedKeys, taker);
  }

  void drainHints(Consumer<Candidate> taker) {
    drain(hints, taker);
  }

  /** No more than are there now: a flood of hints must not keep claims waiting. */
  private static <T> void drain(BlockingQueue<T> queue, Consumer<T> taker) {
    if (!queue.isEmpty()) {
      List<T> some = new ArrayList<>();
      queue.drainTo(some);
      some.forEach(taker);
    }
  }

  boolean isEmpty() {
    return hints.isEmpty() && !freedAny.get();
  }
}
