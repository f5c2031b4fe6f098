package dev.baton.task;

import dev.baton.task.internal.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A queue of tasks within a bucket: the tasks of one type, or of one type and key. If a limit stops
 * one flow, other flows continue.
 *
 * @param type the task type
 * @param key the key; empty for tasks without a key
 */
public record Flow(String type, String key) implements Comparable<Flow> {
  /** A key that sorts after nearly all keys in every store. */
  private static final String LATE_KEY = "~";

  /**
   * Returns the flow after which a scan continues if it skips the remaining flows of this type. The
   * scan may still read flows of this type whose keys begin with an unusual character. The returned
   * flow is never before this one.
   */
  public Flow skippingItsType() {
    Flow late = new Flow(type, LATE_KEY);
    return compareTo(late) < 0 ? late : this;
  }

  // Written by hand, like the equals methods of other records that the engine compares for each
  // task: the generated method of a record takes about 4 ms at its first call in a new JVM.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Flow flow && type.equals(flow.type) && key.equals(flow.key);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + key.hashCode();
  }

  /** Compares two flows by key, then by type. This order places the flows of one key together. */
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
    // Escape the names for logs, because any caller may have chosen them.
    return Texts.line(key.isEmpty() ? type : type + " / " + key);
  }
}
