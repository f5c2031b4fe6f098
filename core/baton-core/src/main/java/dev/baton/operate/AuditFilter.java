package dev.baton.operate;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects entries of the audit, latest first. Immutable.
 *
 * @param task the task that was changed; null for any
 * @param actor the actor; null for any
 * @param action the kind of change, such as {@code CANCEL}; null for any
 * @param writtenAt the time of the change
 */
public record AuditFilter(
    @Nullable UUID task, @Nullable String actor, @Nullable String action, TimeRange writtenAt) {

  /** Returns a filter that selects all entries. */
  public static AuditFilter all() {
    return new AuditFilter(null, null, null, TimeRange.ALWAYS);
  }

  /** Returns a copy that selects changes of this task. */
  public AuditFilter task(UUID id) {
    return new AuditFilter(id, actor, action, writtenAt);
  }

  /** Returns a copy that selects changes by this actor. */
  public AuditFilter actor(String name) {
    return new AuditFilter(task, name, action, writtenAt);
  }

  /** Returns a copy that selects this kind of change. */
  public AuditFilter action(String name) {
    return new AuditFilter(task, actor, name, writtenAt);
  }

  /** Returns a copy that selects changes in this time. */
  public AuditFilter writtenAt(TimeRange range) {
    return new AuditFilter(task, actor, action, range);
  }
}
