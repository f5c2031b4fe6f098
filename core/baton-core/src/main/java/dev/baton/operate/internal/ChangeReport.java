package dev.baton.operate.internal;

import dev.baton.operate.ChangeResult;
import dev.baton.operate.TaskInfo;
import java.util.Optional;

/** Baton's implementation of {@link ChangeResult}. Immutable. */
public record ChangeReport(Kind kind, String reason, Optional<TaskInfo> current)
    implements ChangeResult {
  private static final ChangeResult DONE = refused(Kind.DONE, "The change was made");

  private static final ChangeResult WOULD_CHANGE =
      refused(Kind.WOULD_CHANGE, "The change would be made");

  /** Returns the result of a dry run that would make the change. */
  public static ChangeResult wouldBeDone() {
    return WOULD_CHANGE;
  }

  /** Returns the result of a change that was made. */
  public static ChangeResult done() {
    return DONE;
  }

  /** Returns the result of a change that was not made. */
  public static ChangeResult refused(Kind kind, String reason) {
    return new ChangeReport(kind, reason, Optional.empty());
  }

  /** Returns the same result with the current task. */
  public static ChangeResult with(ChangeResult result, TaskInfo now) {
    return new ChangeReport(result.kind(), result.reason(), Optional.of(now));
  }

  @Override
  public String toString() {
    return kind + ": " + reason;
  }
}
