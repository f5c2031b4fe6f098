package dev.baton.task.rule;

import java.util.Arrays;

/** How high those that share a room may fill it. */
public final class FillLevel {
  private FillLevel() {}

  /** The most that each may have, of what it has, so that all together have no more. */
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
