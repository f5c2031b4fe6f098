package dev.baton.engine.base;

import dev.baton.task.Bytes;
import dev.baton.task.row.FinishedTask;
import java.util.List;

/**
 * Limits how many finished tasks one call to the store reads, so that their payloads and results
 * use at most half of the heap that this node may use for payloads. It estimates from the last call
 * how many bytes a task has. Use it on one thread at a time.
 */
public final class ReadSizer {
  /** Largest number of tasks that are read together. */
  public static final int MOST = 100;

  /** Number of tasks that are read together until the sizes of their results are known. */
  private static final int FIRST = 8;

  private final long mostBytes;
  private int size = FIRST;

  public ReadSizer(NodeContext node) {
    long percent = node.runtime().maxHeapBytes() / 100;
    this.mostBytes = percent * node.settings().payloadHeapPercent() / 2;
  }

  /** Returns how many tasks the next call may read. */
  public int size() {
    return size;
  }

  /**
   * Records what a call has read. Large results make the next call smaller, and small results make
   * it larger.
   */
  public void read(List<FinishedTask> finished) {
    long bytes = finished.stream().mapToLong(ReadSizer::bytes).sum();
    long larger = Math.min(MOST, 2L * size);
    size =
        (int)
            (bytes == 0
                ? larger
                : Math.max(1, Math.min(larger, mostBytes * finished.size() / bytes)));
  }

  private static long bytes(FinishedTask task) {
    Bytes result = task.result();
    return task.spec().payloadBytes() + (result == null ? 0 : result.length());
  }

  /** Records that a call has failed, perhaps because it was too large. */
  public void failed() {
    size = Math.max(1, size / 2);
  }
}
