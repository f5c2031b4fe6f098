package dev.baton.task;

import dev.baton.task.internal.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A queue of tasks within a bucket: the tasks of one type, or of one type and key. If a limit stops
 * one flow, other flows continue.
 *
 * @param type the task type
 * @param key the flow key; empty for tasks without a key
 */
public record Flow(String type, String key) implements Comparable<Flow> {
  /** A key that sorts after nearly all keys in every store. */
  private static final String LATE_KEY = "~";

  /**
   * Returns a position in the order of flows. A scan that continues after this position skips the
   * remaining flows of this type. Flows whose keys begin with an unusual character may come after
   * that position, so the scan may still read them. The position is never before this flow.
   */
  public Flow skippingItsType() {
    Flow late = new Flow(type, LATE_KEY);
    return compareTo(late) < 0 ? late : this;
  }

  // This method is written by hand, as in other records that the engine compares for each task. The
  // generated method of a record takes about 4 ms at its first call in a new JVM.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Flow flow && type.equals(flow.type) && key.equals(flow.key);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + key.hashCode();
  }

  /** Compares two flows by key, then by type, so that the flows of one key are adjacent. */
  public static int compareByKey(Flow one, Flow other) {
    int byKey = one.key.compareTo(other.key);
    return byKey != 0 ? byKey : one.type.compareTo(other.type);
  }

  @Override
  public int compareTo(Flow other) {
    int byType = type.compareTo(other.type);
    return byType != 0 ? byType : key.compareTo(other.key);
  }

  @Override
  public String toString() {
    // Escape the text for logs, because any caller may have chosen the names.
    return Texts.line(key.isEmpty() ? type : type + " / " + key);
  }
}
