package dev.baton.operate;

import dev.baton.task.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The latest tasks with errors: up to {@value #MAX_TASKS} in ERROR, as many that are retrying, and
 * as many that are FAILED. Immutable.
 *
 * @param tasks the tasks, latest first: finished tasks ordered by their end, live tasks ordered by
 *     their ids
 * @param cut the standings that have more tasks than were read
 */
public record ErrorSample(List<TaskInfo> tasks, Set<Standing> cut) {
  /** Maximum number of tasks that are read for each standing. */
  public static final int MAX_TASKS = 1_000;

  public ErrorSample {
    tasks = List.copyOf(tasks);
    cut = cut.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(cut));
  }

  /** The state of a task with an error. */
  public enum Standing {
    /** The task is in ERROR and needs a person. */
    ERROR,
    /** The task waits for its next attempt. */
    RETRYING,
    /** The task has ended as FAILED, and its row is still kept. */
    FAILED;

    /** Returns the standing of a task with an error. */
    public static Standing of(TaskInfo task) {
      return switch (task.status()) {
        case ERROR -> ERROR;
        case FAILED -> FAILED;
        default -> RETRYING;
      };
    }
  }

  /**
   * Tasks of one type and standing whose errors have the same cause.
   *
   * @param count number of tasks that were read; more may exist if {@code cut}
   * @param common a key or label that most of these tasks have and most tasks with other errors
   *     don't have
   * @param latest the task that was the last to reach this standing, with its error
   */
  public record Group(
      Standing standing,
      String type,
      ErrorCause cause,
      int count,
      boolean cut,
      Optional<CommonValue> common,
      TaskInfo latest) {
    /** Returns when the latest task reached this standing. */
    public Instant latestAt() {
      return latest.changedAt();
    }

    /** Returns a filter for all tasks of the group, including those that were not read. */
    public TaskFilter filter() {
      return ErrorSample.filter(TaskFilter.all().type(type).cause(cause.id()), standing);
    }
  }

  /** Returns a filter that selects the tasks of {@code among} that have this standing. */
  public static TaskFilter filter(TaskFilter among, Standing standing) {
    return switch (standing) {
      case ERROR -> among.status(Status.ERROR);
      case FAILED -> among.status(Status.FAILED);
      case RETRYING -> among.retrying();
    };
  }

  /** Returns the groups, ordered by standing. Within a standing, the largest group comes first. */
  public List<Group> groups() {
    return groups(UnaryOperator.identity());
  }

  /**
   * Returns the groups, like {@link #groups()}, after {@code shown} has converted each error. Use
   * it to redact errors: otherwise the groups could reveal parts of errors that a person must not
   * read.
   */
  public List<Group> groups(UnaryOperator<String> shown) {
    record Place(Standing standing, String type, ErrorCause cause) {}
    Comparator<Place> order =
        Comparator.comparing(Place::standing)
            .thenComparing(Place::type)
            .thenComparing(Place::cause);
    TreeMap<Place, List<TaskInfo>> byPlace = new TreeMap<>(order);
    for (TaskInfo task : tasks) {
      ErrorCause cause = ErrorCause.of(shown.apply(task.error().orElse("")));
      byPlace
          .computeIfAbsent(
              new Place(Standing.of(task), task.type(), cause), place -> new ArrayList<>())
          .add(task);
    }
    List<Group> groups = new ArrayList<>();
    byPlace.forEach(
        (place, some) ->
            groups.add(
                new Group(
                    place.standing,
                    place.type,
                    place.cause,
                    some.size(),
                    cut.contains(place.standing),
                    CommonValue.of(some, tasks),
                    latest(some))));
    groups.sort(
        Comparator.comparing(Group::standing)
            .thenComparing(Comparator.comparing(Group::count).reversed()));
    return groups;
  }

  private static TaskInfo latest(Collection<TaskInfo> some) {
    return some.stream()
        .max(Comparator.comparing(TaskInfo::changedAt).thenComparing(TaskInfo::id))
        .orElseThrow();
  }
}
