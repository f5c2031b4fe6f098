package dev.baton.engine.dispatch.fetch;

import dev.baton.spi.core.ReadyTasks;
import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ready tasks of a bucket in the order of flows, page by page. Where flows are short it
 * scans all of their tasks, which stand next to each other; where they are long it seeks the head
 * of each. Which it is, a scan tells: a page of heads is followed by a short one. Owned by the
 * scanner, not thread-safe.
 */
final class FlowPages {
  private static final int MAX_WIDTH = 1_000;
  private static final int MIN_WIDTH = 64;

  /** Tasks of a flow at a priority that cost less to read than to seek its head and to fetch it. */
  private static final int SHORT_TASKS = 16;

  private final String bucket;
  private final ReadyTasks ready;
  private final LongSupplier nanoTime;
  private boolean scans = true;
  private int width = MIN_WIDTH;

  /**
   * A page.
   *
   * @param last where the next one goes on; null when there is nothing behind
   */
  record Page(List<ScannedFlow> seen, @Nullable Candidate last) {}

  FlowPages(String bucket, ReadyTasks ready, LongSupplier nanoTime) {
    this.bucket = bucket;
    this.ready = ready;
    this.nanoTime = nanoTime;
  }

  Page after(@Nullable Candidate last) {
    return scans ? scan(last) : firstOfEachFlow(last);
  }

  private Page firstOfEachFlow(@Nullable Candidate after) {
    long began = nanoTime.getAsLong();
    List<Candidate> read = ready.firstOfEachFlow(bucket, after, MAX_WIDTH);
    scans = true;
    width = MIN_WIDTH;
    List<ScannedFlow> seen = read.stream().map(head -> ScannedFlow.ofHead(head, began)).toList();
    return new Page(seen, read.size() < MAX_WIDTH ? null : read.get(MAX_WIDTH - 1));
  }

  private Page scan(@Nullable Candidate after) {
    long began = nanoTime.getAsLong();
    List<Candidate> read = ready.scan(bucket, after, width);
    boolean isFull = read.size() == width;
    List<ScannedFlow> seen = flows(read, isFull, began);
    scans = !isFull || seen.size() * SHORT_TASKS >= width;
    width = isFull && scans ? Math.min(2 * width, MAX_WIDTH) : MIN_WIDTH;
    return new Page(seen, isFull ? read.get(read.size() - 1) : null);
  }

  /** Flow by flow; the last one may go on where the page ends. */
  private static List<ScannedFlow> flows(List<Candidate> read, boolean goesOn, long began) {
    List<ScannedFlow> seen = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= read.size(); i++) {
      boolean isLast = i == read.size();
      if (isLast || !isOfOneFlow(read.get(first), read.get(i))) {
        boolean isWhole = i - first <= SHORT_TASKS && !(isLast && goesOn);
        seen.add(
            isWhole
                ? new ScannedFlow(read.subList(first, i), false, began)
                : ScannedFlow.ofHead(read.get(first), began));
        first = i;
      }
    }
    return seen;
  }

  private static boolean isOfOneFlow(Candidate one, Candidate other) {
    return one.priority() == other.priority() && one.flow().equals(other.flow());
  }
}
