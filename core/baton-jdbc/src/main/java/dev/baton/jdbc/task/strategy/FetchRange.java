package dev.baton.jdbc.task.strategy;

import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A part of a flow that one index range covers. It consists of some priorities, and may begin in
 * the middle of the first one.
 *
 * @param from place in the first priority; null for its beginning
 */
record FetchRange(int first, int last, @Nullable ReadyPlace from) {
  private static final int LAST_PRIORITY = 9;
  private static final UUID MIN_ID = new UUID(0, 0);

  /** Returns the ranges of a request, sorted by priority. */
  static List<FetchRange> of(FetchRequest request) {
    List<FetchRange> ranges = new ArrayList<>();
    FetchRange rest = new FetchRange(0, LAST_PRIORITY, null);
    for (Map.Entry<Integer, ReadyPlace> mark : request.from().entrySet()) {
      int priority = mark.getKey();
      if (priority > rest.first) {
        ranges.add(new FetchRange(rest.first, priority - 1, rest.from));
      }
      rest = new FetchRange(priority, LAST_PRIORITY, mark.getValue());
    }
    ranges.add(rest);
    return ranges;
  }

  @Nullable Instant since() {
    return from == null ? null : from.arrivedAt();
  }

  UUID firstId() {
    return from == null ? MIN_ID : from.id();
  }
}
