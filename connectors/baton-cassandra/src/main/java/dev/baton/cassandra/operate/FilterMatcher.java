package dev.baton.cassandra.operate;

import dev.baton.cassandra.row.TaskRow;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FilterMatch;
import dev.baton.spi.FoundTask;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides whether a row matches a filter. Pure. */
final class FilterMatcher {
  private FilterMatcher() {}

  /** Returns the live task, if it matches the filter. */
  static Optional<FoundTask> live(TaskFilter filter, @Nullable TaskRow row) {
    return row instanceof TaskRow.Live live
            && FilterMatch.live(filter, live.task(), live.extras().labels())
        ? Optional.of(new FoundTask.Live(live.task().outline(), live.extras().labels()))
        : Optional.empty();
  }

  /** Returns the finished task, if it matches the filter. */
  static Optional<FoundTask> finished(TaskFilter filter, @Nullable TaskRow row) {
    return row instanceof TaskRow.Finished end
            && end.isKept()
            && FilterMatch.finished(filter, end.task(), end.extras().labels())
        ? Optional.of(new FoundTask.Finished(end.task().outline(), end.extras().labels()))
        : Optional.empty();
  }
}
