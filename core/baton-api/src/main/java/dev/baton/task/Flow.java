package dev.baton.task;

import dev.baton.task.internal.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A queue of its own inside a bucket: one type, or one type and key. A full flow never hinders
 * another.
 *
 * @param type the task type
 * @param key the flow key; empty when the type isn't divided
 */
public record Flow(String type, String key) implements Comparable<Flow> {
  /** After nearly all keys in the order of every store. */
  private static final String LATE_KEY = "~";

  /**
   * Where to go on in the order of flows so as to leave the rest of this type out: after all of its
   * flows but those of keys with unusual first characters; never before this flow.
   */
  public Flow skippingItsType() {
    Flow late = new Flow(type, LATE_KEY);
    return compareTo(late) < 0 ? late : this;
  }

  // Written out, as in the other records that each task asks: what the JDK makes of a record is
  // linked by its first call, which costs a JVM that was just started 4 ms each.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Flow flow && type.equals(flow.type) && key.equals(flow.key);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + key.hashCode();
  }

  /** An order that has the flows of a key next to each other. */
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
    // For people, in logs mostly: anybody may have named them.
    return Texts.line(key.isEmpty() ? type : type + " / " + key);
  }
}
