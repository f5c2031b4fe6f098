package dev.baton.operate;

import java.util.Optional;
import java.util.UUID;

/**
 * Selects entries of the audit, latest first. Immutable.
 *
 * @param task the task that was changed; empty for any
 * @param actor the actor; empty for any
 * @param action the kind of change, such as {@code CANCEL}; empty for any
 * @param writtenAt the time of the change
 */
public record AuditFilter(
    Optional<UUID> task, Optional<String> actor, Optional<String> action, TimeRange writtenAt) {

  /** Returns a filter that selects all entries. */
  public static AuditFilter all() {
    return new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty(), TimeRange.ALWAYS);
  }

  /** Returns a copy that selects changes of this task. */
  public AuditFilter task(UUID id) {
    return new AuditFilter(Optional.of(id), actor, action, writtenAt);
  }

  /** Returns a copy that selects changes by this actor. */
  public AuditFilter actor(String name) {
    return new AuditFilter(task, Optional.of(name), action, writtenAt);
  }

  /** Returns a copy that selects this kind of change. */
  public AuditFilter action(String name) {
    return new AuditFilter(task, actor, Optional.of(name), writtenAt);
  }

  /** Returns a copy that selects changes in this range of time. */
  public AuditFilter writtenAt(TimeRange range) {
    return new AuditFilter(task, actor, action, range);
  }
}
