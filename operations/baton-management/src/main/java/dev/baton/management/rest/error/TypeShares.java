package dev.baton.management.rest.error;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.SearchTimeoutException;
import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.Statistics;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads tasks with errors, so that a type with many of them doesn't hide the other types. It first
 * reads the latest tasks. Then it reads some tasks of each other type that has errors but few tasks
 * among the latest. Hidden tasks don't affect it. Used by one thread, for one request.
 */
final class TypeShares {
  /** Maximum number of tasks that are read of a type that has few among the latest. */
  static final int MAX_TASKS = 100;

  /** Maximum number of types that are read separately. */
  private static final int MAX_TYPES = 100;

  /** Time after which no further type is read: less than a request may take. */
  private static final long MAX_NANOS = Duration.ofSeconds(4).toNanos();

  private static final SeriesFilter LAST_HOUR = SeriesFilter.last(Duration.ofHours(1));

  private final Call call;
  private final long beganNanos;

  TypeShares(Call call) {
    this.call = call;
    this.beganNanos = call.site().nanoTime().getAsLong();
  }

  /**
   * Returns the samples: for each standing one of the latest tasks, and one for each type that was
   * read separately. No task is in two of them.
   *
   * @param type null or empty for all
   */
  List<ErrorSample> of(@Nullable String type, List<Standing> standings) {
    List<ErrorSample> samples = new ArrayList<>();
    for (Standing standing : standings) {
      if (type != null && !type.isEmpty()) {
        samples.add(read(TaskFilter.all().type(type), standing, ErrorSample.MAX_TASKS));
      } else {
        samples.addAll(ofEachType(standing));
      }
    }
    return samples;
  }

  private List<ErrorSample> ofEachType(Standing standing) {
    ErrorSample latest = read(TaskFilter.all(), standing, ErrorSample.MAX_TASKS);
    if (latest.cut().isEmpty()) {
      return List.of(latest);
    }
    Map<String, Long> counts =
        latest.tasks().stream()
            .collect(Collectors.groupingBy(TaskInfo::type, Collectors.counting()));
    List<ErrorSample> samples = new ArrayList<>();
    Set<String> separate = new TreeSet<>();
    for (String type : types(standing)) {
      boolean hasTime = call.site().nanoTime().getAsLong() - beganNanos < MAX_NANOS;
      if (counts.getOrDefault(type, 0L) < MAX_TASKS && separate.size() < MAX_TYPES && hasTime) {
        separate.add(type);
        samples.add(read(TaskFilter.all().type(type), standing, MAX_TASKS));
      }
    }
    List<TaskInfo> others =
        latest.tasks().stream().filter(task -> !separate.contains(task.type())).toList();
    samples.add(new ErrorSample(others, latest.cut()));
    return samples;
  }

  /** Returns the types that have such tasks, by the known counts. */
  private Set<String> types(Standing standing) {
    Statistics statistics = call.baton().statistics();
    try {
      return switch (standing) {
        case ERROR ->
            types(
                statistics.counts().groups().stream()
                    .filter(group -> group.status() == Status.ERROR),
                LiveCounts.Group::type,
                LiveCounts.Group::bucket);
        case RETRYING ->
            types(
                statistics.retrying().groups().stream(),
                Failing.Group::type,
                Failing.Group::bucket);
        case FAILED ->
            types(
                statistics.series(LAST_HOUR).series().stream()
                    .filter(one -> one.total().failed() > 0),
                StatisticsSeries.Series::type,
                StatisticsSeries.Series::bucket);
      };
    } catch (ConfigurationException | SearchTimeoutException unknown) {
      return Set.of();
    }
  }

  private <T> Set<String> types(
      Stream<T> counted, Function<T, String> type, Function<T, String> bucket) {
    return counted
        .filter(one -> call.caller().sees(type.apply(one), bucket.apply(one)))
        .map(type)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private ErrorSample read(TaskFilter among, Standing standing, int limit) {
    Page<TaskInfo> part =
        new VisiblePages<TaskInfo>(
                (after, size) ->
                    VisiblePages.read(
                        call.baton().operations().search(ErrorSample.filter(among, standing)),
                        after,
                        size),
                task -> call.caller().may(Right.VIEW, task),
                TaskInfo::cursor)
            .page(null, limit);
    return new ErrorSample(part.items(), part.next().isEmpty() ? Set.of() : Set.of(standing));
  }
}
