package dev.baton.task.rule;

import java.util.Arrays;

/**
 * Computes the share that each user of a bounded space may keep if the users together have too
 * much.
 */
public final class FillLevel {
  private FillLevel() {}

  /**
   * Returns the largest bound for one user. If each user with more keeps only this much, all users
   * together keep at most {@code keep}.
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
