package dev.baton.operate;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Why a task waits, at one moment: what was read one after the other, so on a busy cluster some of
 * it may be over by the time it is read.
 *
 * @param reasons at least one; the more it takes to remove one, the earlier it comes
 */
public record Explanation(UUID task, List<WaitReason> reasons) {
  static final int MAX_NAMED = 5;

  public Explanation {
    reasons = List.copyOf(reasons);
  }

  /** For people. */
  public String text() {
    return reasons.stream()
        .map(WaitReason::words)
        .collect(Collectors.joining("; ", "Task " + task + ": ", "."));
  }
}
