package dev.baton.operate;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The reasons why a task waits. They were read one after the other, so on a busy cluster some of
 * them may no longer apply.
 *
 * @param reasons at least one reason; reasons that take more effort to remove come first
 */
public record Explanation(UUID task, List<WaitReason> reasons) {
  static final int MAX_NAMED = 5;

  public Explanation {
    reasons = List.copyOf(reasons);
  }

  /** Returns the reasons as text for people. */
  public String text() {
    return reasons.stream()
        .map(WaitReason::words)
        .collect(Collectors.joining("; ", "Task " + task + ": ", "."));
  }
}
