package dev.baton.api;

import dev.baton.task.row.TaskFields;
import dev.baton.task.row.TaskKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a task by an id, a unique key, or both. Two adds with the same identity create only
 * one task. Immutable and thread-safe.
 *
 * <table>
 * <caption>How long a second add finds the first task</caption>
 * <tr><th>Identity</th><th>How long it stays taken</th></tr>
 * <tr><td>{@link #id}, {@link #idFrom}, {@link #singleton}</td><td>while the task lives or its
 * finished row is kept</td></tr>
 * <tr><td>{@link #whileKept}</td><td>while the task lives or its finished row is kept</td></tr>
 * <tr><td>{@link #whileLive}</td><td>until the task has finished</td></tr>
 * <tr><td>{@link #forAtLeast}</td><td>while the task lives, and at least for a period after the add
 * </td></tr>
 * </table>
 *
 * <p>A {@link #whileLive} key is free again when its task has finished. A second add of the same
 * payout, for example, then creates a second task, and the payout is done twice. Choose {@link
 * #whileKept} or {@link #forAtLeast} for work that must be added only once.
 */
public final class Unique {
  private static final TaskKey.KeyRetention WHILE_LIVE =
      new TaskKey.KeyRetention(Duration.ZERO, false);
  private static final TaskKey.KeyRetention WHILE_KEPT =
      new TaskKey.KeyRetention(Duration.ZERO, true);

  private final @Nullable UUID id;
  private final @Nullable List<?> parts;
  private final @Nullable String key;
  private final TaskKey.KeyRetention retention;

  private Unique(
      @Nullable UUID id,
      @Nullable List<?> parts,
      @Nullable String key,
      TaskKey.KeyRetention retention) {
    this.id = id;
    this.parts = parts;
    this.key = key;
    this.retention = retention;
  }

  /**
   * Returns an identity with this id. Ids are unique across all task types: the add is refused if
   * the id belongs to a task of another type. Any UUID is allowed.
   */
  public static Unique id(UUID id) {
    return new Unique(Objects.requireNonNull(id, "An id must not be null"), null, null, WHILE_LIVE);
  }

  /**
   * Returns an identity whose id is derived from the name of the task's type and these parts. If
   * two processes add tasks of a type with equal parts, there is only one task. Different parts
   * make different tasks. Don't change a List, Map, Set or array after you have passed it.
   *
   * <p>A part is a String, an integral number, a BigDecimal (1.0 equals 1.00), a boolean, a UUID,
   * an enum (only its name counts), one of {@code java.time}'s Instant, LocalDate, LocalTime,
   * LocalDateTime, OffsetDateTime, ZonedDateTime, Year, YearMonth, Duration and Period, a byte[] or
   * a {@link dev.baton.task.Bytes} (only its content counts), null, or a record, List, Set or Map
   * of these, nested at most 20 deep. The Integer 1 equals the Long 1, but not the BigDecimal 1.
   * For a record, only the names and values of its components count, so you may rename the record
   * and reorder its components. Later versions of Baton derive the same id from the same parts.
   *
   * @param parts the parts; if a part has any other class, such as double, char or Optional, the
   *     method to which you pass the identity throws an {@link IllegalArgumentException} that names
   *     the part's place and class
   */
  public static Unique idFrom(@Nullable Object... parts) {
    return new Unique(
        null, Collections.unmodifiableList(Arrays.asList(parts.clone())), null, WHILE_LIVE);
  }

  /**
   * Returns the identity of a type that has only one task: the same identity as that of {@link
   * #idFrom} without parts.
   */
  public static Unique singleton() {
    return idFrom();
  }

  /**
   * Returns an identity with a unique key that stays taken until the task has finished.
   *
   * @param key 1–250 characters, without a blank at the end; Baton compares it only with the keys
   *     of the same task type
   */
  public static Unique whileLive(String key) {
    return key(WHILE_LIVE, key);
  }

  /**
   * Returns an identity with a unique key that stays taken while the task is live or its finished
   * row is kept.
   *
   * @param key 1–250 characters, without a blank at the end; Baton compares it only with the keys
   *     of the same task type
   */
  public static Unique whileKept(String key) {
    return key(WHILE_KEPT, key);
  }

  /**
   * Returns an identity with a unique key that stays taken while the task is live, and at least for
   * {@code period} after the add. At most one task is added per period: another add within the
   * period returns the id of the first task, even if that task has ended and its row was deleted.
   *
   * @param period zero to 3,650 days
   * @param key 1–250 characters, without a blank at the end; Baton compares it only with the keys
   *     of the same task type
   */
  public static Unique forAtLeast(Duration period, String key) {
    return key(new TaskKey.KeyRetention(period, false), key);
  }

  private static Unique key(TaskKey.KeyRetention retention, String key) {
    // A null key would mean no key, so each add would create another task.
    Objects.requireNonNull(key, "A unique key must not be null");
    TaskFields.requireUniqueKey(key);
    return new Unique(null, null, key, retention);
  }

  /**
   * Returns an identity with both an id and a unique key. An add finds an existing task that has
   * the same id or the same key.
   *
   * @throws IllegalArgumentException if both are ids or both are keys
   */
  public Unique and(Unique other) {
    if ((key == null) == (other.key == null) || hasId() == other.hasId()) {
      throw new IllegalArgumentException(
          "An identity has at most one id and one unique key, as in"
              + " Unique.id(id).and(Unique.whileKept(key)). To identify a task by several values, use"
              + " Unique.idFrom(first, second)");
    }
    return key == null
        ? new Unique(id, parts, other.key, other.retention)
        : new Unique(other.id, other.parts, key, retention);
  }

  private boolean hasId() {
    return id != null || parts != null;
  }

  /** Returns the id of a task of this type; null if the identity has none. */
  @Nullable UUID idIn(String type) {
    return parts == null ? id : DerivedId.of(type, parts);
  }

  @Nullable String key() {
    return key;
  }

  /** Returns how long the key stays taken. */
  TaskKey.KeyRetention retention() {
    return retention;
  }

  /** Returns whether the identity is free again as soon as its task has finished. */
  boolean isFreeAtEnd() {
    return !hasId() && retention.equals(WHILE_LIVE);
  }
}
