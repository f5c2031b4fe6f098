package dev.baton.jdbc;

import dev.baton.spi.TaskStore.PullRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a flow that one index range covers: some priorities, from an arrival on.
 *
 * @param place of the flow among those pulled
 * @param since null from the beginning; otherwise the range has one priority
 */
record PullRange(int place, int first, int last, @Nullable Instant since) {
  private static final int LAST_PRIORITY = 9;

  /** The ranges of all flows, in the order of priorities. */
  static List<PullRange> of(List<PullRequest> flows) {
    List<PullRange> ranges = new ArrayList<>();
    for (int place = 0; place < flows.size(); place++) {
      int next = 0;
      for (Map.Entry<Integer, Instant> mark : flows.get(place).notBefore().entrySet()) {
        int priority = mark.getKey();
        if (priority > next) {
          ranges.add(new PullRange(place, next, priority - 1, null));
        }
        ranges.add(new PullRange(place, priority, priority, mark.getValue()));
        next = priority + 1;
      }
      if (next <= LAST_PRIORITY) {
        ranges.add(new PullRange(place, next, LAST_PRIORITY, null));
      }
    }
    return ranges;
  }
}
