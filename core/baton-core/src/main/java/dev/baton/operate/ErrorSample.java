package dev.baton.operate;

import dev.baton.operate.TaskError.Standing;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The latest tasks with errors: {@value #MAX_TASKS} in ERROR, as many that are retried and as many
 * that are FAILED. Immutable.
 *
 * @param tasks those that ended by when they did, the others by their ids; the latest first
 * @param cut of which there are more than were read
 */
public record ErrorSample(List<TaskError> tasks, Set<Standing> cut) {
  /** Tasks that are read of each standing. */
  public static final int MAX_TASKS = 1_000;

  public ErrorSample {
    tasks = List.copyOf(tasks);
    cut = cut.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(cut));
  }

  /**
   * Tasks of one type that stand alike with errors of one cause.
   *
   * @param count how many; at least so many where {@code cut}
   * @param latest the one that came to stand so last, with its error
   */
  public record Group(
      Standing standing, String type, ErrorCause cause, int count, boolean cut, TaskError latest) {
    /** When the latest came to stand so. */
    public Instant latestAt() {
      return latest.at();
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
    record Place(Standing standing, String type, ErrorCause cause) {}
    Comparator<Place> order =
        Comparator.comparing(Place::standing)
            .thenComparing(Place::type)
            .thenComparing(Place::cause);
    TreeMap<Place, List<TaskError>> byPlace = new TreeMap<>(order);
    for (TaskError one : tasks) {
      byPlace
          .computeIfAbsent(
              new Place(one.standing(), one.task().spec().type(), one.cause()),
              place -> new ArrayList<>())
          .add(one);
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

  private static TaskError latest(Collection<TaskError> some) {
    return some.stream()
        .max(Comparator.comparing(TaskError::at).thenComparing((TaskError one) -> one.task().id()))
        .orElseThrow();
  }
}
