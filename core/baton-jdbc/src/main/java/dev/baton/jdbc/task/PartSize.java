package dev.baton.jdbc.task;

/**
 * How many rows one statement of a verb writes. A call that fails halves it, down to one row: the
 * database may give a statement too little time for more, or take no larger packet. Successes let
 * it grow again: at once up to what has last succeeded, and slowly beyond that. Thread-safe.
 */
final class PartSize {
  /** So many successes at one size before a larger one is tried. */
  private static final int SUCCESSES = 8;

  private int size = Integer.MAX_VALUE;

  /** What is known, or hoped, to succeed: up to here it grows at once. */
  private int aim = Integer.MAX_VALUE;

  /** The aim before the failures that go on now. */
  private int aimBefore = Integer.MAX_VALUE;

  private boolean failing;
  private int successes;

  /** How many rows the next statement may write. */
  synchronized int get() {
    return size;
  }

  /** Whether so many rows go into one statement. */
  synchronized boolean takes(int count) {
    return count <= size;
  }

  /** Writing so many rows together has failed. */
  synchronized void failed(int count) {
    if (!failing) {
      failing = true;
      aimBefore = aim;
    }
    successes = 0;
    size = Math.min(size, Math.max(1, count / 2));
    // One row that fails alone was the reason for the failures before it: others may do better.
    aim = count == 1 ? aimBefore : size;
  }

  /** Writing so many rows together has succeeded. */
  synchronized void succeeded(int count) {
    failing = false;
    if (size < aim) {
      size = (int) Math.min(aim, 2L * size);
    } else if (count >= size && ++successes == SUCCESSES) {
      successes = 0;
      size = (int) Math.min(Integer.MAX_VALUE, 2L * size);
      aim = size;
    } else if (count < size) {
      // There are no more: nothing speaks against a larger part by the time there are.
      successes = Math.min(SUCCESSES - 1, successes + 1);
    }
  }
}
