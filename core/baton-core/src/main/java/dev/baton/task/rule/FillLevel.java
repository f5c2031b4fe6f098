package dev.baton.task.rule;

import java.util.Arrays;

/**
 * Computes how much each user of a limited space may keep if the users together exceed the limit.
 */
public final class FillLevel {
  private FillLevel() {}

  /**
   * Returns the largest limit for one user such that all users together keep at most {@code keep}
   * if each user above the limit is reduced to it.
   */
  public static int of(int[] sizes, int keep) {
    int[] sorted = sizes.clone();
    Arrays.sort(sorted);
    int left = keep;
    for (int i = 0; i < sorted.length; i++) {
      int share = left / (sorted.length - i);
      if (sorted[i] > share) {
        return share;
      }
      left -= sorted[i];
    }
    return Integer.MAX_VALUE;
  }
}
