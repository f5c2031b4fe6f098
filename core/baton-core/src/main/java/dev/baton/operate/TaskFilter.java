package dev.baton.operate;

import dev.baton.api.TaskType;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.Statistics;
import dev.baton.operate.statistics.Stopped;
import dev.baton.operate.statistics.Stuck;
import dev.baton.task.Status;
import dev.baton.task.row.Labels;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects and orders the tasks that a search returns. A task must match every condition. Immutable
 * and thread-safe; each method returns a changed copy.
 *
 * <p>Live tasks come first, ordered by id. If Baton generated the ids, this is the order in which
 * the tasks were added. Finished tasks follow, ordered by the time of their end. A task that
 * finishes while you read pages is not missed, but it may appear twice: first live and then
 * finished.
 *
 * <p>A search is fast for any number of tasks if it selects by:
 *
 * <ul>
 *   <li>ids, {@link #stuck}, {@link #held}, or a label that few tasks have
 *   <li>live tasks: status; or type, bucket and key; on PostgreSQL also {@link #runAt}
 *   <li>finished tasks: status, type or correlation id, also together with {@link #finished}
 * </ul>
 *
 * <p>Other searches stop after less than a second. Their page is then short, and says where to
 * continue.
 */
public final class TaskFilter implements Cloneable {
  /** Maximum number of ids in a filter. */
  public static final int MAX_IDS = 1_000;

  /**
   * Statuses in which a task can be stuck. A task in ERROR waits for a person, and a BLOCKED task
   * waits for other tasks or is held; both are counted separately.
   */
  private static final Set<Status> CAN_BE_STUCK =
      EnumSet.of(Status.WAITING, Status.READY, Status.RUNNING);

  private static final TaskFilter ALL = new TaskFilter();

  private Set<UUID> ids = Set.of();
  private @Nullable String type;
  private boolean typeIsPrefix;
  private @Nullable String subType;
  private @Nullable String key;
  private @Nullable String bucket;
  private Set<Status> statuses = EnumSet.allOf(Status.class);
  private TimeRange created = TimeRange.ALWAYS;
  private TimeRange runAt = TimeRange.ALWAYS;
  private TimeRange finished = TimeRange.ALWAYS;
  private @Nullable UUID parent;
  private @Nullable UUID correlation;
  private @Nullable StuckAfter stuck;
  private Map<String, String> labels = Map.of();
  private boolean retrying;
  private boolean held;
  private int minAttempts;
  private ErrorCondition errors = ErrorCondition.ANY;
  private boolean oldestFirst;

  private TaskFilter() {}

  private TaskFilter with(Consumer<TaskFilter> change) {
    try {
      TaskFilter copy = (TaskFilter) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Returns a filter that selects every task, newest first. */
  public static TaskFilter all() {
    return ALL;
  }

  /**
   * Selects the tasks with these ids.
   *
   * @param among 1 to {@value #MAX_IDS} ids
   */
  public TaskFilter ids(Set<UUID> among) {
    if (among.isEmpty() || among.size() > MAX_IDS) {
      throw new IllegalArgumentException(
          "A filter needs 1-" + MAX_IDS + " ids, not " + among.size());
    }
    return with(copy -> copy.ids = Collections.unmodifiableSet(new TreeSet<>(among)));
  }

  /** Selects tasks of this type. */
  public TaskFilter type(TaskType<?, ?> type) {
    return type(type.name());
  }

  /** Selects tasks of the type with this name. */
  public TaskFilter type(String name) {
    return type(name, false);
  }

  /** Selects tasks of types whose names begin with this prefix. */
  public TaskFilter typePrefix(String prefix) {
    return type(prefix, true);
  }

  private TaskFilter type(String name, boolean isPrefix) {
    return with(
        copy -> {
          copy.type = name;
          copy.typeIsPrefix = isPrefix;
        });
  }

  /** Selects tasks with this sub-type. */
  public TaskFilter subType(String name) {
    return with(copy -> copy.subType = name);
  }

  /** Selects tasks with this key; an empty string selects tasks without a key. */
  public TaskFilter key(String name) {
    return with(copy -> copy.key = name);
  }

  /** Selects tasks in this bucket. */
  public TaskFilter bucket(String name) {
    return with(copy -> copy.bucket = name);
  }

  /** Selects tasks in one of these statuses. */
  public TaskFilter status(Status first, Status... others) {
    return with(copy -> copy.statuses = Collections.unmodifiableSet(EnumSet.of(first, others)));
  }

  /** Selects tasks that were added in this range of time. */
  public TaskFilter created(TimeRange range) {
    return with(copy -> copy.created = range);
  }

  /** Selects live tasks that are due in this range of time. */
  public TaskFilter runAt(TimeRange range) {
    return with(copy -> copy.runAt = range);
  }

  /** Selects tasks that finished in this range of time. */
  public TaskFilter finished(TimeRange range) {
    return with(copy -> copy.finished = range);
  }

  /**
   * Selects tasks that the handler of task {@code id} added. A search by this condition alone is
   * slow: also select by the correlation id.
   */
  public TaskFilter parent(UUID id) {
    return with(copy -> copy.parent = id);
  }

  /** Selects tasks with this correlation id. */
  public TaskFilter correlation(UUID id) {
    return with(copy -> copy.correlation = id);
  }

  /**
   * Selects tasks with this label. A task must also have the labels of earlier calls. The search is
   * fast if at most {@value #MAX_IDS} tasks have the label, or if many of the tasks that it reads
   * have it. In other cases, also select by a type or by the time of the end.
   *
   * @throws IllegalArgumentException if no task can have such a label
   */
  public TaskFilter label(String name, String value) {
    Labels.require(name, value);
    Map<String, String> more = new TreeMap<>(labels);
    more.put(name, value);
    return with(copy -> copy.labels = Labels.checked(more));
  }

  /**
   * Selects stuck tasks, as {@link Statistics#stuck(StuckAfter)} counts them. The search reads at
   * most {@link Stuck#MAX_COUNTED} tasks of each kind. For expired leases and due times, it reads
   * the most recently overdue tasks first. The result is up to three seconds old, and tasks that
   * have changed since are left out. Needs a node with a store for statistics.
   *
   * @param after times after which a task counts as stuck
   */
  public TaskFilter stuck(StuckAfter after) {
    return with(copy -> copy.stuck = after);
  }

  /** Returns a filter without the condition of {@link #stuck(StuckAfter)}. */
  public TaskFilter stuckOrNot() {
    return with(copy -> copy.stuck = null);
  }

  /**
   * Selects tasks that wait for the next attempt after a failed one, as {@link Statistics#retrying}
   * counts them. The search reads only the {@link Failing#MAX_READ} waiting tasks that are due
   * next. The result is up to three seconds old. Needs a node with a store for statistics.
   */
  public TaskFilter retrying() {
    return with(copy -> copy.retrying = true);
  }

  /** Returns a filter without the condition of {@link #retrying()}. */
  public TaskFilter retryingOrNot() {
    return with(copy -> copy.retrying = false);
  }

  /**
   * Selects held tasks that other tasks wait for, as {@link Statistics#stopped} counts them. The
   * search reads only the {@link Stopped#MAX_READ} oldest blocked tasks. The result is up to three
   * seconds old. Needs a node with a store for statistics.
   */
  public TaskFilter held() {
    return with(copy -> copy.held = true);
  }

  /** Returns a filter without the condition of {@link #held()}. */
  public TaskFilter heldOrNot() {
    return with(copy -> copy.held = false);
  }

  /** Selects tasks with at least this many attempts; see {@link TaskInfo#attempts}. */
  public TaskFilter attempts(int atLeast) {
    return with(copy -> copy.minAttempts = Math.max(0, atLeast));
  }

  /**
   * Selects tasks whose latest error contains this text in its first 500 characters, ignoring case.
   * The search reads the error of each task that matches the other conditions, so also select a
   * status.
   */
  public TaskFilter errorText(String text) {
    return errors(new ErrorCondition(text, errors.cause(), errors.shown()));
  }

  /**
   * Selects tasks whose latest error has this cause. Like {@link #errorText}, the search reads the
   * error of each task, so also select a status.
   *
   * @param id {@link ErrorCause#id}
   */
  public TaskFilter cause(String id) {
    return errors(new ErrorCondition(errors.text(), id, errors.shown()));
  }

  /**
   * Converts errors with this function before they are compared. Use it to redact errors: otherwise
   * a person could find out by searches what a hidden part of an error contains.
   */
  public TaskFilter errorsAs(UnaryOperator<String> redacted) {
    return errors(new ErrorCondition(errors.text(), errors.cause(), redacted));
  }

  private TaskFilter errors(ErrorCondition condition) {
    return with(copy -> copy.errors = condition);
  }

  /** Puts the oldest tasks first, which is the reverse of the order of {@link #all()}. */
  public TaskFilter oldestFirst() {
    return with(copy -> copy.oldestFirst = true);
  }

  /** Returns the ids; empty for any. */
  public Set<UUID> ids() {
    return ids;
  }

  /** Returns the type's name or its prefix; null for any. */
  public @Nullable String type() {
    return type;
  }

  /** Returns whether {@link #type()} is a prefix. */
  public boolean typeIsPrefix() {
    return typeIsPrefix;
  }

  /** Returns the sub-type; null for any. */
  public @Nullable String subType() {
    return subType;
  }

  /** Returns the flow key; null for any. */
  public @Nullable String key() {
    return key;
  }

  /** Returns the bucket; null for any. */
  public @Nullable String bucket() {
    return bucket;
  }

  /** Returns the range of the times at which tasks were added. */
  public TimeRange created() {
    return created;
  }

  /** Returns the range of the times at which tasks are due. */
  public TimeRange runAt() {
    return runAt;
  }

  /** Returns the range of the times at which tasks finished. */
  public TimeRange finished() {
    return finished;
  }

  /** Returns the id of the parent task; null for any. */
  public @Nullable UUID parent() {
    return parent;
  }

  /** Returns the correlation id; null for any. */
  public @Nullable UUID correlation() {
    return correlation;
  }

  /** Returns the labels by name; empty for any. */
  public Map<String, String> labels() {
    return labels;
  }

  /**
   * Returns the times after which a task counts as stuck; null if the filter has no such condition.
   */
  public @Nullable StuckAfter stuck() {
    return stuck;
  }

  /** Returns whether only retrying tasks match. */
  public boolean isRetrying() {
    return retrying;
  }

  /** Returns whether only held tasks that other tasks wait for match. */
  public boolean isHeld() {
    return held;
  }

  /** Returns the minimum number of attempts; 0 for any. */
  public int minAttempts() {
    return minAttempts;
  }

  /** Returns the condition on the error. */
  public ErrorCondition errors() {
    return errors;
  }

  /** Returns whether the filter has no condition, so that it matches every task. */
  public boolean isEveryTask() {
    return ids.isEmpty()
        && type == null
        && subType == null
        && key == null
        && bucket == null
        && statuses.size() == Status.values().length
        && Stream.of(created, runAt, finished).allMatch(TimeRange.ALWAYS::equals)
        && parent == null
        && correlation == null
        && stuck == null
        && labels.isEmpty()
        && !retrying
        && !held
        && minAttempts == 0
        && errors.isAny();
  }

  /** Returns whether the oldest tasks come first. */
  public boolean isOldestFirst() {
    return oldestFirst;
  }

  /** Returns whether the filter selects some statuses, but not all. */
  public boolean namesStatus() {
    return statuses.size() < Status.values().length;
  }

  /**
   * Returns the statuses in which a live task may match; empty if only finished tasks can match.
   */
  public Set<Status> liveStatuses() {
    Set<Status> live = EnumSet.copyOf(statuses);
    live.removeIf(status -> status.isFinished() || !finished.isAlways());
    if (stuck != null) {
      live.retainAll(CAN_BE_STUCK);
    }
    live.removeIf(status -> retrying && status != Status.WAITING);
    live.removeIf(status -> held && status != Status.BLOCKED);
    return Collections.unmodifiableSet(live);
  }

  /**
   * Returns the statuses in which a finished task may match; empty if only live tasks can match.
   */
  public Set<Status> finishedStatuses() {
    Set<Status> ended = EnumSet.copyOf(statuses);
    ended.removeIf(
        status -> !status.isFinished() || !runAt.isAlways() || stuck != null || retrying || held);
    return Collections.unmodifiableSet(ended);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("tasks");
    told(text, "ids", ids.isEmpty() ? null : ids.size() + " given");
    told(text, typeIsPrefix ? "type prefix" : "type", type);
    told(text, "sub-type", subType);
    told(text, "key", key);
    told(text, "bucket", bucket);
    told(text, "status", namesStatus() ? statuses : null);
    told(text, "created", created.isAlways() ? null : created);
    told(text, "run at", runAt.isAlways() ? null : runAt);
    told(text, "finished", finished.isAlways() ? null : finished);
    told(text, "parent", parent);
    told(text, "correlation", correlation);
    labels.forEach((name, value) -> told(text, "label " + name, value));
    told(text, "stuck", stuck);
    told(text, "retrying", retrying ? "only" : null);
    told(text, "held", held ? "only" : null);
    told(text, "attempts", minAttempts == 0 ? null : minAttempts);
    // Leave out the text of the error condition, because it may contain personal data.
    told(text, "error", errors.isAny() ? null : "given");
    return text.toString();
  }

  private static void told(StringBuilder text, String what, @Nullable Object value) {
    if (value != null) {
      text.append(", ").append(what).append(' ').append(value);
    }
  }
}
