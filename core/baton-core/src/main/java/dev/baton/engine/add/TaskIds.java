package dev.baton.engine.add;

import dev.baton.spi.NodeRuntime;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the ids of new tasks: UUIDs of version 7. They increase with time, so that new rows are
 * at the end of the index. On one node, each id is greater than the one before. Thread-safe.
 */
final class TaskIds {
  /** The UUID version of all ids that Baton creates for tasks. */
  static final int VERSION = 7;

  private static final int SEQUENCE_BITS = 12;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long RANDOM_BITS = 0x3FFF_FFFF_FFFF_FFFFL;

  private final NodeRuntime runtime;

  /**
   * The time of the last id in milliseconds, followed by a sequence number. It only grows, even if
   * the clock is set back.
   */
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
