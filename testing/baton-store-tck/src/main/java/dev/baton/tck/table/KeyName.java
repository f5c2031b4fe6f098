package dev.baton.tck.table;

import dev.baton.task.internal.TaskKey;
import java.util.Comparator;

/**
 * What the unique index is on.
 *
 * @param kind what is unique
 * @param scope the task type inside which a text of the caller's is unique; empty for an id
 * @param text the unique text
 */
public record KeyName(TaskKey.Kind kind, String scope, String text) implements Comparable<KeyName> {
  private static final Comparator<KeyName> ORDER =
      Comparator.comparing(KeyName::kind)
          .thenComparing(KeyName::scope)
          .thenComparing(KeyName::text);

  public static KeyName of(String type, TaskKey key) {
    return new KeyName(key.kind(), key.kind() == TaskKey.Kind.ID ? "" : type, key.text());
  }

  @Override
  public int compareTo(KeyName other) {
    return ORDER.compare(this, other);
  }
}
