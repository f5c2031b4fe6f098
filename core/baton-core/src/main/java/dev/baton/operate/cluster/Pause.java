package dev.baton.operate.cluster;

import dev.baton.api.TaskType;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the tasks to pause: those that match all of the given values.
 *
 * @param bucket bucket of the tasks; null for any
 * @param type type of the tasks; null for any
 * @param key key of the tasks; null for any
 */
public record Pause(@Nullable String bucket, @Nullable String type, @Nullable String key)
    implements Comparable<Pause> {

  private static final Comparator<@Nullable String> ANY_FIRST =
      Comparator.nullsFirst(Comparator.naturalOrder());

  public Pause {
    if (bucket == null && type == null && key == null) {
      throw new IllegalArgumentException(
          "A pause needs a bucket, a type or a key. To stop all tasks, pause each bucket");
    }
  }

  /** Selects all tasks of a bucket. */
  public static Pause bucket(String bucket) {
    return new Pause(bucket, null, null);
  }

  /** Selects all tasks of a type. */
  public static Pause type(TaskType<?, ?> type) {
    return type(type.name());
  }

  /** Selects all tasks of the type with this name. */
  public static Pause type(String type) {
    return new Pause(null, type, null);
  }

  /** Selects all tasks with this key, of any type. */
  public static Pause key(String key) {
    return new Pause(null, null, key);
  }

  /** Selects the tasks of a type with this key. */
  public static Pause key(TaskType<?, ?> type, String key) {
    return key(type.name(), key);
  }

  /** Selects the tasks with this key of the type with this name. */
  public static Pause key(String type, String key) {
    return new Pause(null, type, key);
  }

  /** Returns whether the pause includes a task with these values. */
  public boolean matches(String taskBucket, String taskType, String taskKey) {
    return (bucket == null || bucket.equals(taskBucket))
        && (type == null || type.equals(taskType))
        && (key == null || key.equals(taskKey));
  }

  /** Returns the selection as text, such as "tasks of bucket night, type MAIL, key acme". */
  @Override
  public String toString() {
    return Stream.of(words("bucket", bucket), words("type", type), words("key", key))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.joining(", ", "tasks of ", ""));
  }

  private static String words(String what, @Nullable String name) {
    return name == null ? "" : what + " " + name;
  }

  @Override
  public int compareTo(Pause other) {
    int byBucket = ANY_FIRST.compare(bucket, other.bucket);
    if (byBucket != 0) {
      return byBucket;
    }
    int byType = ANY_FIRST.compare(type, other.type);
    return byType != 0 ? byType : ANY_FIRST.compare(key, other.key);
  }
}
