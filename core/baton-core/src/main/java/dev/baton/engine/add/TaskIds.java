package dev.baton.engine.add;

import dev.baton.spi.NodeRuntime;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the ids of new tasks: UUIDs of version 7. They are ordered by time, so that new rows are at
 * the end of the index. On one node they are strictly ordered. Thread-safe.
 */
final class TaskIds {
  /** The version of every UUID that Baton makes for a task. */
  static final int VERSION = 7;

  private static final int SEQUENCE_BITS = 12;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long RANDOM_BITS = 0x3FFF_FFFF_FFFF_FFFFL;

  private final NodeRuntime runtime;

  /** Milliseconds and a sequence in one number. It only grows, even if the clock is set back. */
  private final AtomicLong last = new AtomicLong();

  TaskIds(NodeRuntime runtime) {
    this.runtime = runtime;
  }

  UUID next() {
    long now = runtime.currentTimeMillis() << SEQUENCE_BITS;
    long stamp = last.updateAndGet(before -> Math.max(before + 1, now));
    long millis = stamp >>> SEQUENCE_BITS;
    long sequence = stamp & ((1L << SEQUENCE_BITS) - 1);
    long high = (millis << 16) | VERSION_7 | sequence;
    long low = VARIANT | (runtime.random().nextLong() & RANDOM_BITS);
    return new UUID(high, low);
  }
}
