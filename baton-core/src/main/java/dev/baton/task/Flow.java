package dev.baton.task;

/**
 * A queue of its own inside a bucket: one type, or one type and key. A full flow never hinders
 * another.
 *
 * @param type the task type
 * @param key the flow key; empty when the type isn't divided
 */
public record Flow(String type, String key) implements Comparable<Flow> {
  @Override
  public int compareTo(Flow other) {
    int byType = type.compareTo(other.type);
    return byType != 0 ? byType : key.compareTo(other.key);
  }

  @Override
  public String toString() {
    return key.isEmpty() ? type : type + " / " + key;
  }
}
