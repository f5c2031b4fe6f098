package dev.baton.jdbc.operate;

import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.task.Status;
import java.util.ArrayList;
import java.util.List;

/** What to add to a search that was given up: what it doesn't say yet and what an index is for. */
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
      more.add(bounded ? "a shorter time between its ends" : "from when to when they ended");
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
    return "Too many tasks would have to be looked at, since what it says leads into no index, or"
        + " not far enough. Add one of these, or two: "
        + String.join("; ", more)
        + "; or name their ids";
  }
}
