package dev.baton.operate;

import dev.baton.task.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The latest tasks with errors: {@value #MAX_TASKS} in ERROR, as many that are retried and as many
 * that are FAILED. Immutable.
 *
 * @param tasks those that ended by when they did, the others by their ids; the latest first
 * @param cut of which there are more than were read
 */
public record ErrorSample(List<TaskInfo> tasks, Set<Standing> cut) {
  /** Tasks that are read of each standing. */
  public static final int MAX_TASKS = 1_000;

  public ErrorSample {
    tasks = List.copyOf(tasks);
    cut = cut.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(cut));
  }

  /** Where a task with an error stands. */
  public enum Standing {
    /** It needs a person. */
    ERROR,
    /** It waits for its next attempt. */
    RETRYING,
    /** It has ended, and is kept. */
    FAILED;

    /** Returns where this task stands, which has an error. */
    public static Standing of(TaskInfo task) {
      return switch (task.status()) {
        case ERROR -> ERROR;
        case FAILED -> FAILED;
        default -> RETRYING;
      };
    }
  }

  /**
   * Tasks of one type that stand alike with errors of one cause.
   *
   * @param count how many; at least so many where {@code cut}
   * @param latest the one that came to stand so last, with its error
   */
  public record Group(
      Standing standing, String type, ErrorCause cause, int count, boolean cut, TaskInfo latest) {
    /** When the latest came to stand so. */
    public Instant latestAt() {
      return latest.changedAt();
    }

    /** The tasks of the group, whether they were read or not. */
    public TaskFilter filter() {
      return ErrorSample.filter(TaskFilter.all().type(type).cause(cause.id()), standing);
    }
  }

  /** Those of the filter's tasks that stand so. */
  public static TaskFilter filter(TaskFilter among, Standing standing) {
    return switch (standing) {
      case ERROR -> among.status(Status.ERROR);
      case FAILED -> among.status(Status.FAILED);
      case RETRYING -> among.retrying();
    };
  }

  /** By standing, then the largest first. */
  public List<Group> groups() {
    return groups(UnaryOperator.identity());
  }

  /**
   * As {@link #groups()}, where an error counts as this makes it: who may not read a part of it may
   * not see the groups that it makes.
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
