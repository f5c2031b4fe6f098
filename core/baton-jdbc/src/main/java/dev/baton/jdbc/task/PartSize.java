package dev.baton.jdbc.task;

/**
 * The number of rows that one statement of a verb writes. A failed call halves it, down to one row,
 * since the database may have a time limit or accept no larger packet. Successes let it grow again:
 * at once up to the size that last succeeded, and slowly beyond that. Thread-safe.
 */
final class PartSize {
  /** Number of successes at one size before a larger one is tried. */
  private static final int SUCCESSES = 8;

  private int size = Integer.MAX_VALUE;

  /** A size that is known or expected to succeed; the size grows to it at once. */
  private int aim = Integer.MAX_VALUE;

  /** The aim before the current series of failures. */
  private int aimBefore = Integer.MAX_VALUE;

  private boolean failing;
  private int successes;

  /** Returns the number of rows that the next statement may write. */
  synchronized int get() {
    return size;
  }

  /** Returns whether this many rows fit into one statement. */
  synchronized boolean takes(int count) {
    return count <= size;
  }

  /** Notes that writing this many rows together failed. */
  synchronized void failed(int count) {
    if (!failing) {
      failing = true;
      aimBefore = aim;
    }
    successes = 0;
    size = Math.min(size, Math.max(1, count / 2));
    // If a single row fails alone, it was the cause of the failures before; larger parts without it
    // may succeed.
    aim = count == 1 ? aimBefore : size;
  }

  /** Notes that writing this many rows together succeeded. */
  synchronized void succeeded(int count) {
    failing = false;
    if (size < aim) {
      size = (int) Math.min(aim, 2L * size);
    } else if (count >= size && ++successes == SUCCESSES) {
      successes = 0;
      size = (int) Math.min(Integer.MAX_VALUE, 2L * size);
      aim = size;
    } else if (count < size) {
      // There were no more rows to write, so nothing indicates that a larger part would fail.
      successes = Math.min(SUCCESSES - 1, successes + 1);
    }
  }
}
