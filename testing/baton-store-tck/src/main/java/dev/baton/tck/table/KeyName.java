package dev.baton.tck.table;

import dev.baton.task.row.TaskKey;
import java.util.Comparator;

/**
 * The columns of the unique index.
 *
 * @param kind what is unique
 * @param scope the task type in which a caller's text is unique; empty for an id
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
