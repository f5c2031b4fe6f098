package dev.baton.operate;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The reasons why a task waits. Baton reads the reasons one after the other, so on a busy cluster
 * some may no longer apply.
 *
 * @param reasons at least one reason; reasons that take more effort to remove come first
 * @param behind how many tasks wait for this one, directly or through others; from {@value
 *     #MAX_COUNTED} on, the real number may be larger
 */
public record Explanation(UUID task, List<WaitReason> reasons, int behind) {
  /** Largest number of waiting tasks that is counted exactly. */
  public static final int MAX_COUNTED = 900;

  static final int MAX_NAMED = 5;

  public Explanation {
    reasons = List.copyOf(reasons);
  }

  /** Returns the reasons as text for display. */
  public String text() {
    return reasons.stream()
        .map(WaitReason::words)
        .collect(Collectors.joining("; ", "Task " + task + ": ", behindWords() + "."));
  }

  private String behindWords() {
    return behind == 0 ? "" : "; " + behindWords(behind);
  }

  /** Returns a sentence such as "12 tasks wait behind it". */
  static String behindWords(int behind) {
    return (behind < MAX_COUNTED ? "" : "at least ")
        + behind
        + (behind == 1 ? " task waits behind it" : " tasks wait behind it");
  }
}
