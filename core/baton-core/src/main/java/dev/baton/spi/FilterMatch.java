package dev.baton.spi;

import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.TaskFilter;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a filter matches a task or an audit entry. For stores that can't search with a
 * query and compare objects one by one. Its methods have no side effects.
 */
public final class FilterMatch {
  private FilterMatch() {}

  /** Returns whether the filter matches this live task with these labels. */
  public static boolean live(TaskFilter filter, Task task, Map<String, String> labels) {
    return filter.liveStatuses().contains(task.position().status())
        && filter.runAt().contains(task.position().runAt())
        && task.position().attempts() >= filter.minAttempts()
        && filter.created().contains(task.createdAt())
        && spec(filter, task.id(), task.spec(), labels);
  }

  /** Returns whether the filter matches this finished task with these labels. */
  public static boolean finished(TaskFilter filter, FinishedTask task, Map<String, String> labels) {
    return filter.finishedStatuses().contains(task.status())
        && filter.finished().contains(task.finishedAt())
        && task.attempts() >= filter.minAttempts()
        && filter.created().contains(task.createdAt())
        && spec(filter, task.id(), task.spec(), labels);
  }

  private static boolean spec(
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

  /** Returns whether the filter matches tasks of this type. */
  public static boolean type(TaskFilter filter, String type) {
    String wanted = filter.type();
    return wanted == null
        || (filter.typeIsPrefix() ? type.startsWith(wanted) : type.equals(wanted));
  }

  /** Returns whether the filter matches this audit entry. */
  public static boolean audit(AuditFilter filter, AuditEntry entry) {
    return is(filter.task().orElse(null), entry.taskId())
        && is(filter.actor().orElse(null), entry.actor())
        && is(filter.action().orElse(null), entry.action())
        && filter.writtenAt().contains(entry.writtenAt());
  }

  private static boolean is(@Nullable Object wanted, @Nullable Object found) {
    return wanted == null || wanted.equals(found);
  }
}
