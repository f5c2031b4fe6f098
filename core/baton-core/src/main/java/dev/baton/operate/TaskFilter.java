package dev.baton.operate;

import dev.baton.api.TaskType;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.Statistics;
import dev.baton.operate.statistics.Stuck;
import dev.baton.task.Status;
import dev.baton.task.internal.Labels;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks a search returns, and in which order. A task is found when it meets everything that
 * is named. Immutable and thread-safe; each method returns a changed copy.
 *
 * <p>Live tasks are listed first, by their ids: for ids that Baton made that is the order in which
 * they were added. Finished ones follow, by the time they finished. So a task that finishes while
 * pages are read is missed by none of them; it may be listed twice, first live and then finished.
 *
 * <p>Quick however many tasks there are: ids; {@link #stuck}; a label that few tasks have; live
 * tasks by status; finished tasks by status, type, correlation id, and by {@link #finished} beside
 * one of those; live tasks by type, bucket and key. On PostgreSQL also live tasks by {@link
 * #runAt}. Others are looked for for less than a second: a page is then short, and says where to go
 * on.
 */
public final class TaskFilter {
  /** Ids a filter may name. */
  public static final int MAX_IDS = 1_000;

  /** ERROR and BLOCKED wait for people and for others; that is told in their own words. */
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
  private int minAttempts;
  private ErrorCondition errors = ErrorCondition.ANY;
  private boolean oldestFirst;

  private TaskFilter() {}

  private TaskFilter(TaskFilter from) {
    ids = from.ids;
    type = from.type;
    typeIsPrefix = from.typeIsPrefix;
    subType = from.subType;
    key = from.key;
    bucket = from.bucket;
    statuses = from.statuses;
    created = from.created;
    runAt = from.runAt;
    finished = from.finished;
    parent = from.parent;
    correlation = from.correlation;
    stuck = from.stuck;
    labels = from.labels;
    retrying = from.retrying;
    minAttempts = from.minAttempts;
    errors = from.errors;
    oldestFirst = from.oldestFirst;
  }

  /** Every task, newest first. */
  public static TaskFilter all() {
    return ALL;
  }

  /**
   * These tasks.
   *
   * @param among 1 to {@value #MAX_IDS} ids
   */
  public TaskFilter ids(Set<UUID> among) {
    if (among.isEmpty() || among.size() > MAX_IDS) {
      throw new IllegalArgumentException(
          "A filter names 1-" + MAX_IDS + " ids, not " + among.size());
    }
    TaskFilter copy = new TaskFilter(this);
    copy.ids = Collections.unmodifiableSet(new TreeSet<>(among));
    return copy;
  }

  /** Of this type. */
  public TaskFilter type(TaskType<?, ?> type) {
    return type(type.name());
  }

  /** Of the type with this name. */
  public TaskFilter type(String name) {
    TaskFilter copy = new TaskFilter(this);
    copy.type = name;
    copy.typeIsPrefix = false;
    return copy;
  }

  /** Of a type that begins so. */
  public TaskFilter typePrefix(String prefix) {
    TaskFilter copy = type(prefix);
    copy.typeIsPrefix = true;
    return copy;
  }

  /** With this sub-type. */
  public TaskFilter subType(String name) {
    TaskFilter copy = new TaskFilter(this);
    copy.subType = name;
    return copy;
  }

  /** With this flow key; empty for those without one. */
  public TaskFilter key(String name) {
    TaskFilter copy = new TaskFilter(this);
    copy.key = name;
    return copy;
  }

  /** In this bucket. */
  public TaskFilter bucket(String name) {
    TaskFilter copy = new TaskFilter(this);
    copy.bucket = name;
    return copy;
  }

  /** In one of these statuses. */
  public TaskFilter status(Status first, Status... others) {
    TaskFilter copy = new TaskFilter(this);
    copy.statuses = Collections.unmodifiableSet(EnumSet.of(first, others));
    return copy;
  }

  /** Added then. */
  public TaskFilter created(TimeRange range) {
    TaskFilter copy = new TaskFilter(this);
    copy.created = range;
    return copy;
  }

  /** With a time to run in that range: live tasks only. */
  public TaskFilter runAt(TimeRange range) {
    TaskFilter copy = new TaskFilter(this);
    copy.runAt = range;
    return copy;
  }

  /** Finished then. */
  public TaskFilter finished(TimeRange range) {
    TaskFilter copy = new TaskFilter(this);
    copy.finished = range;
    return copy;
  }

  /** Added by the handler of this task. Not quick: name the correlation id as well. */
  public TaskFilter parent(UUID id) {
    TaskFilter copy = new TaskFilter(this);
    copy.parent = id;
    return copy;
  }

  /** With this correlation id. */
  public TaskFilter correlation(UUID id) {
    TaskFilter copy = new TaskFilter(this);
    copy.correlation = id;
    return copy;
  }

  /**
   * With this label, and all named before. Quick where at most {@value #MAX_IDS} tasks have it, and
   * where many of the tasks that are looked at do; between the two, name a type or the time when
   * they finished as well.
   *
   * @throws IllegalArgumentException when no task can have such a label
   */
  public TaskFilter label(String name, String value) {
    Labels.require(name, value);
    TaskFilter copy = new TaskFilter(this);
    Map<String, String> more = new TreeMap<>(labels);
    more.put(name, value);
    copy.labels = Labels.checked(more);
    return copy;
  }

  /**
   * Stuck, as {@link Statistics#stuck(StuckAfter)} counts them: no more than {@link
   * Stuck#MAX_COUNTED} of each kind are looked at, those of leases and due times that are the
   * latest overdue first. Which they are is known three seconds late at the most; of those that
   * have moved since none is found. Needs a node with a store for statistics.
   *
   * @param after from when on a task counts as stuck
   */
  public TaskFilter stuck(StuckAfter after) {
    return stuckOrNot(after);
  }

  /** The same, of tasks that need not be stuck. */
  public TaskFilter stuckOrNot() {
    return stuckOrNot(null);
  }

  private TaskFilter stuckOrNot(@Nullable StuckAfter after) {
    TaskFilter copy = new TaskFilter(this);
    copy.stuck = after;
    return copy;
  }

  /**
   * Waiting for the next attempt after one that failed, as {@link Statistics#retrying} counts them:
   * among the {@link Failing#MAX_READ} waiting tasks that are due first, known three seconds late
   * at the most. Needs a node with a store for statistics.
   */
  public TaskFilter retrying() {
    return retryingOrNot(true);
  }

  /** The same, of tasks that need not be retried. */
  public TaskFilter retryingOrNot() {
    return retryingOrNot(false);
  }

  private TaskFilter retryingOrNot(boolean only) {
    TaskFilter copy = new TaskFilter(this);
    copy.retrying = only;
    return copy;
  }

  /** With so many attempts or more since the task last made progress. */
  public TaskFilter attempts(int atLeast) {
    TaskFilter copy = new TaskFilter(this);
    copy.minAttempts = Math.max(0, atLeast);
    return copy;
  }

  /**
   * Whose latest error has this text in its first 500 characters, whatever the case of its letters.
   * Read task by task among those that meet everything else, so name a status as well.
   */
  public TaskFilter errorText(String text) {
    return errors(new ErrorCondition(text, errors.cause(), errors.shown()));
  }

  /**
   * Whose latest error has this cause. Read task by task, as {@link #errorText}.
   *
   * @param id {@link ErrorCause#id}
   */
  public TaskFilter cause(String id) {
    return errors(new ErrorCondition(errors.text(), id, errors.shown()));
  }

  /** Compares errors as that makes them: who may not read a part of them may not find by it. */
  public TaskFilter errorsAs(UnaryOperator<String> redacted) {
    return errors(new ErrorCondition(errors.text(), errors.cause(), redacted));
  }

  private TaskFilter errors(ErrorCondition condition) {
    TaskFilter copy = new TaskFilter(this);
    copy.errors = condition;
    return copy;
  }

  /** In the other order than {@link #all()}. */
  public TaskFilter oldestFirst() {
    TaskFilter copy = new TaskFilter(this);
    copy.oldestFirst = true;
    return copy;
  }

  /** Empty for any. */
  public Set<UUID> ids() {
    return ids;
  }

  public @Nullable String type() {
    return type;
  }

  /** Whether the type is only how names begin. */
  public boolean typeIsPrefix() {
    return typeIsPrefix;
  }

  public @Nullable String subType() {
    return subType;
  }

  public @Nullable String key() {
    return key;
  }

  public @Nullable String bucket() {
    return bucket;
  }

  public TimeRange created() {
    return created;
  }

  public TimeRange runAt() {
    return runAt;
  }

  public TimeRange finished() {
    return finished;
  }

  public @Nullable UUID parent() {
    return parent;
  }

  public @Nullable UUID correlation() {
    return correlation;
  }

  /** By name; empty for any. */
  public Map<String, String> labels() {
    return labels;
  }

  /** Null where tasks need not be stuck. */
  public @Nullable StuckAfter stuck() {
    return stuck;
  }

  public boolean isRetrying() {
    return retrying;
  }

  /** 0 for any. */
  public int minAttempts() {
    return minAttempts;
  }

  /** Which errors are looked for. */
  public ErrorCondition errors() {
    return errors;
  }

  /** Returns whether the filter matches every task; its order doesn't count. */
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
        && minAttempts == 0
        && errors.isAny();
  }

  public boolean isOldestFirst() {
    return oldestFirst;
  }

  /** Returns whether the filter names statuses, and not all of them. */
  public boolean namesStatus() {
    return statuses.size() < Status.values().length;
  }

  /** The statuses a live task may be found in; none when only finished ones can be. */
  public Set<Status> liveStatuses() {
    Set<Status> live = EnumSet.copyOf(statuses);
    live.removeIf(status -> status.isFinished() || !finished.isAlways());
    if (stuck != null) {
      live.retainAll(CAN_BE_STUCK);
    }
    live.removeIf(status -> retrying && status != Status.WAITING);
    return Collections.unmodifiableSet(live);
  }

  /** The statuses a finished task may be found in; none when only live ones can be. */
  public Set<Status> finishedStatuses() {
    Set<Status> ended = EnumSet.copyOf(statuses);
    ended.removeIf(
        status -> !status.isFinished() || !runAt.isAlways() || stuck != null || retrying);
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
    told(text, "attempts", minAttempts == 0 ? null : minAttempts);
    // Not the text itself: it may be about a person.
    told(text, "error", errors.isAny() ? null : "given");
    return text.toString();
  }

  private static void told(StringBuilder text, String what, @Nullable Object value) {
    if (value != null) {
      text.append(", ").append(what).append(' ').append(value);
    }
  }
}
