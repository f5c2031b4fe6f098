package dev.baton.cassandra.operate;

import dev.baton.api.operate.FoundTask;
import dev.baton.api.operate.TaskFilter;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Whether a row is what a filter looks for. Pure. */
final class Fits {
  private Fits() {}

  /** The live task, if it is found by this filter. */
  static Optional<FoundTask> live(TaskFilter filter, @Nullable TaskRow row) {
    return row instanceof TaskRow.Live live && fits(filter, live.task(), live.extras().labels())
        ? Optional.of(new FoundTask.Live(live.task().outline(), live.extras().labels()))
        : Optional.empty();
  }

  /** The finished task, if it is found by this filter. */
  static Optional<FoundTask> finished(TaskFilter filter, @Nullable TaskRow row) {
    return row instanceof TaskRow.Finished end
            && end.isKept()
            && fits(filter, end.task(), end.extras().labels())
        ? Optional.of(new FoundTask.Finished(end.task().outline(), end.extras().labels()))
        : Optional.empty();
  }

  private static boolean fits(TaskFilter filter, Task task, Map<String, String> labels) {
    return filter.liveStatuses().contains(task.position().status())
        && filter.runAt().contains(task.position().runAt())
        && task.position().attempts() >= filter.minAttempts()
        && filter.created().contains(task.createdAt())
        && fits(filter, task.id(), task.spec(), labels);
  }

  private static boolean fits(TaskFilter filter, FinishedTask task, Map<String, String> labels) {
    return filter.finishedStatuses().contains(task.status())
        && filter.finished().contains(task.finishedAt())
        && task.attempts() >= filter.minAttempts()
        && filter.created().contains(task.createdAt())
        && fits(filter, task.id(), task.spec(), labels);
  }

  private static boolean fits(
      TaskFilter filter, UUID id, TaskSpec spec, Map<String, String> labels) {
    return type(filter, spec.type())
        && (filter.ids().isEmpty() || filter.ids().contains(id))
        && is(filter.subType(), spec.subType())
        && is(filter.key(), spec.key())
        && is(filter.bucket(), spec.bucket())
        && is(filter.parent(), spec.parentId())
        && is(filter.correlation(), spec.correlationId() == null ? id : spec.correlationId())
        && labels.entrySet().containsAll(filter.labels().entrySet());
  }

  static boolean type(TaskFilter filter, String type) {
    String wanted = filter.type();
    return wanted == null
        || (filter.typeIsPrefix() ? type.startsWith(wanted) : type.equals(wanted));
  }

  private static boolean is(@Nullable Object wanted, @Nullable Object found) {
    return wanted == null || wanted.equals(found);
  }
}
