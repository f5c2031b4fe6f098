package dev.baton.task.rule;

import java.util.Arrays;

/** Computes equal upper bounds for several users of a shared space. */
public final class FillLevel {
  private FillLevel() {}

  /**
   * Returns the largest size that each user may keep, so that all together keep no more than {@code
   * keep}.
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
