package dev.baton.api;

import dev.baton.task.internal.TaskKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a task by an id, a unique key, or both: two adds with one identity are one task.
 * Immutable.
 *
 * <table>
 * <caption>How long a second add finds the first task</caption>
 * <tr><th>Identity</th><th>Taken</th></tr>
 * <tr><td>{@link #id}, {@link #idFrom}, {@link #singleton}</td><td>while the task lives or its
 * finished row is kept</td></tr>
 * <tr><td>{@link #whileKept}</td><td>the same</td></tr>
 * <tr><td>{@link #whileLive}</td><td>until the task has finished</td></tr>
 * <tr><td>{@link #forAtLeast}</td><td>while the task lives, and at least for a period after the add
 * </td></tr>
 * </table>
 *
 * <p>A payout under a key that is free again when its task has finished can be paid twice: choose
 * {@link #whileKept} or {@link #forAtLeast} for work that must happen once.
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

  /** The task has this id. Only one task of all types can have it. */
  public static Unique id(UUID id) {
    return new Unique(Objects.requireNonNull(id, "An id may not be null"), null, null, WHILE_LIVE);
  }

  /**
   * The task's id follows from the name of its type and these parts: two tasks of a type with equal
   * parts are one task, whichever process adds them. With parts that differ they are two.
   *
   * <p>A part is a String, an integral number, a BigDecimal (1.0 is 1.00), a boolean, a UUID, an
   * enum (its name counts), one of {@code java.time}'s Instant, LocalDate, LocalTime,
   * LocalDateTime, OffsetDateTime, ZonedDateTime, Year, YearMonth, Duration and Period, a byte[]
   * (its content counts), null, or a record, List, Set or Map of these. Records count by the names
   * and values of their components, so they may be renamed and reordered. The form in which they
   * count is part of what is stored and doesn't change.
   *
   * @param parts for a part of any other class, the method that takes the identity throws {@link
   *     IllegalArgumentException} with its place and class
   */
  public static Unique idFrom(@Nullable Object... parts) {
    return new Unique(
        null, Collections.unmodifiableList(Arrays.asList(parts.clone())), null, WHILE_LIVE);
  }

  /** There is one task of the type: {@link #idFrom} without parts. */
  public static Unique singleton() {
    return idFrom();
  }

  /** Only one live task of the type has this key, of 1–250 characters. It is free at the end. */
  public static Unique whileLive(String key) {
    return key(WHILE_LIVE, key);
  }

  /** Only one task of the type, live or kept after its end, has this key, of 1–250 characters. */
  public static Unique whileKept(String key) {
    return key(WHILE_KEPT, key);
  }

  /**
   * At most one task of the type has this key, of 1–250 characters, while the task lives and at
   * least for this period after the add. This throttles: if you add the task again within the
   * period, you get the first one, even after its end.
   */
  public static Unique forAtLeast(Duration period, String key) {
    return key(new TaskKey.KeyRetention(period, false), key);
  }

  private static Unique key(TaskKey.KeyRetention retention, String key) {
    // Null would be no key, and each add another task.
    return new Unique(
        null, null, Objects.requireNonNull(key, "A unique key may not be null"), retention);
  }

  /**
   * Returns an id together with a unique key. An add meets the task that has either of them.
   *
   * @throws IllegalArgumentException if both are ids or both are keys
   */
  public Unique and(Unique other) {
    if ((key == null) == (other.key == null) || hasId() == other.hasId()) {
      throw new IllegalArgumentException(
          "An identity has at most one id and one unique key, as in"
              + " Unique.id(id).and(Unique.whileKept(key)). To make one of several values, write"
              + " Unique.idFrom(one, another)");
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
