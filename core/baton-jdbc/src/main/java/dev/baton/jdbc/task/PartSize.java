package dev.baton.jdbc.task;

/**
 * The number of rows that one statement writes. If a statement fails, the size is halved, down to
 * one row, because the statement may exceed a time limit or the packet size. If statements succeed,
 * the size grows again: at once up to the size that succeeded last, and slowly beyond it.
 * Thread-safe.
 */
final class PartSize {
  /** Number of successes with the same size before a larger size is tried. */
  private static final int SUCCESSES = 8;

  private final int max;
  private int size;

  /** A size that succeeded before or is expected to succeed. The size grows to it at once. */
  private int aim;

  /** The value of {@code aim} before the current series of failures. */
  private int aimBefore;

  private boolean failing;
  private int successes;

  PartSize() {
    this(Integer.MAX_VALUE);
  }

  PartSize(int max) {
    this.max = max;
    this.size = max;
    this.aim = max;
    this.aimBefore = max;
  }

  /** Returns the number of rows that the next statement may write. */
  synchronized int get() {
    return size;
  }

  /** Returns whether one statement may write this many rows. */
  synchronized boolean takes(int count) {
    return count <= size;
  }

  /** Records that one statement failed to write this many rows. */
  synchronized void failed(int count) {
    if (!failing) {
      failing = true;
      aimBefore = aim;
    }
    successes = 0;
    size = Math.min(size, Math.max(1, count / 2));
    // If a single row fails, this row was the cause of the earlier failures. Larger parts that
    // don't contain the row may succeed.
    aim = count == 1 ? aimBefore : size;
  }

  /** Records that one statement has written this many rows. */
  synchronized void succeeded(int count) {
    failing = false;
    if (size < aim) {
      size = (int) Math.min(aim, 2L * size);
    } else if (count >= size && ++successes == SUCCESSES) {
      successes = 0;
      size = (int) Math.min(max, 2L * size);
      aim = size;
    } else if (count < size) {
      // There were no more rows to write, so a larger size may still succeed.
      successes = Math.min(SUCCESSES - 1, successes + 1);
    }
  }
}
