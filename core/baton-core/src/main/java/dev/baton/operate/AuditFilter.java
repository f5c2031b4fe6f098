package dev.baton.operate;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of the audit are wanted, latest first. Immutable.
 *
 * @param task what was changed; null for anything
 * @param actor who did it; null for anybody
 * @param action what was done, such as {@code CANCEL}; null for anything
 * @param writtenAt when
 */
public record AuditFilter(
    @Nullable UUID task, @Nullable String actor, @Nullable String action, TimeRange writtenAt) {

  /** Everything. */
  public static AuditFilter all() {
    return new AuditFilter(null, null, null, TimeRange.ALWAYS);
  }

  /** What was done with this task. */
  public AuditFilter task(UUID id) {
    return new AuditFilter(id, actor, action, writtenAt);
  }

  /** What this one did. */
  public AuditFilter actor(String name) {
    return new AuditFilter(task, name, action, writtenAt);
  }

  /** Where this was done. */
  public AuditFilter action(String name) {
    return new AuditFilter(task, actor, name, writtenAt);
  }

  /** What was done then. */
  public AuditFilter writtenAt(TimeRange range) {
    return new AuditFilter(task, actor, action, range);
  }
}
