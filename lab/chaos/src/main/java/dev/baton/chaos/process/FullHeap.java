package dev.baton.chaos.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Uses up the memory of this process for a while. */
final class FullHeap {
  private static final int FIRST_BYTES = 1 << 20;
  private static final int LAST_BYTES = 1 << 8;
  private static final long RETRY_NANOS = 200_000_000;

  private FullHeap() {}

  /** A block of memory, linked to the block that was taken before it. */
  private record Piece(byte[] bytes, @Nullable Piece before) {}

  static void fill(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    Piece last = null;
    for (int size = FIRST_BYTES; size >= LAST_BYTES; size /= 2) {
      last = fill(size, last, until);
    }
    while (System.nanoTime() - until < 0) {
      // Other threads run meanwhile without memory. This class takes what they free.
      LockSupport.parkNanos(RETRY_NANOS);
      last = fill(LAST_BYTES, last, until);
    }
  }

  private static @Nullable Piece fill(int size, @Nullable Piece before, long until) {
    Piece last = before;
    try {
      while (System.nanoTime() - until < 0) {
        last = new Piece(new byte[size], last);
      }
    } catch (OutOfMemoryError full) {
      // The heap is full, as intended.
    }
    return last;
  }
}
