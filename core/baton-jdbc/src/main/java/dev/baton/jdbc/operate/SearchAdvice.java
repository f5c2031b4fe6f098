package dev.baton.jdbc.operate;

import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.task.Status;
import java.util.ArrayList;
import java.util.List;

/** Returns advice after a search has timed out: conditions to add that an index covers. */
final class SearchAdvice {
  private SearchAdvice() {}

  static String of(TaskFilter filter) {
    List<String> more = new ArrayList<>();
    if (filter.type() == null || filter.typeIsPrefix()) {
      more.add("a whole type");
    }
    TimeRange finished = filter.finished();
    boolean someEnded = !filter.finishedStatuses().isEmpty();
    if (someEnded) {
      boolean bounded = finished.from() != null && finished.to() != null;
      more.add(bounded ? "a shorter time range" : "a time range in which they ended");
    }
    if (someEnded && !filter.liveStatuses().isEmpty()) {
      more.add("live statuses only");
    } else if (filter.finishedStatuses().contains(Status.DONE)) {
      more.add("FAILED or CANCELLED alone");
    } else if (!someEnded) {
      more.add("ERROR, BLOCKED or RUNNING alone");
    }
    if (filter.correlation() == null) {
      more.add("their correlation id");
    }
    return "The search would read too many tasks, because its conditions use no index or match too"
        + " many. Add one or two of these: "
        + String.join("; ", more)
        + "; or name their ids";
  }
}
