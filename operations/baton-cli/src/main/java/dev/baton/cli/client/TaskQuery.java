package dev.baton.cli.client;

import dev.baton.operate.StuckAfter;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A query for tasks, in the terms of the REST interface.
 *
 * @param terms the values of each name, such as {@code type} or {@code createdFrom}
 */
public record TaskQuery(Map<String, List<String>> terms) {

  public TaskQuery {
    terms = new LinkedHashMap<>(terms);
  }

  public boolean names(String term) {
    return terms.containsKey(term);
  }

  /** Returns the query with one more term. */
  public TaskQuery and(String term, String value) {
    Map<String, List<String>> more = new LinkedHashMap<>(terms);
    more.put(term, List.of(value));
    return new TaskQuery(more);
  }

  /** Returns the query as a filter. */
  public TaskFilter filter() {
    TaskFilter filter = TaskFilter.all();
    filter = with(filter, "type", filter::type);
    filter = with(filter, "typePrefix", filter::typePrefix);
    filter = with(filter, "subType", filter::subType);
    filter = with(filter, "key", filter::key);
    filter = with(filter, "bucket", filter::bucket);
    TaskFilter named = filter;
    filter = with(filter, "parent", text -> named.parent(UUID.fromString(text)));
    TaskFilter children = filter;
    filter = with(filter, "correlation", text -> children.correlation(UUID.fromString(text)));
    if (names("status")) {
      Set<Status> statuses = EnumSet.noneOf(Status.class);
      for (String list : values("status")) {
        Arrays.stream(list.split(",")).map(Status::valueOf).forEach(statuses::add);
      }
      filter = filter.status(statuses.iterator().next(), statuses.toArray(new Status[0]));
    }
    if (names("id")) {
      Set<UUID> ids = new LinkedHashSet<>();
      values("id").forEach(text -> ids.add(UUID.fromString(text)));
      filter = filter.ids(ids);
    }
    for (String label : values("label")) {
      int equals = label.indexOf('=');
      filter = filter.label(label.substring(0, equals), label.substring(equals + 1));
    }
    filter = filter.created(range("created")).runAt(range("runAt")).finished(range("finished"));
    filter = names("stuck") ? filter.stuck(StuckAfter.defaults()) : filter;
    filter = names("retrying") ? filter.retrying() : filter;
    filter = names("held") ? filter.held() : filter;
    filter = with(filter, "attempts", numbered(filter));
    filter = with(filter, "error", filter::errorText);
    filter = with(filter, "cause", filter::cause);
    return "oldest".equals(first("order")) ? filter.oldestFirst() : filter;
  }

  private static Function<String, TaskFilter> numbered(TaskFilter filter) {
    return attempts -> filter.attempts(Integer.parseInt(attempts));
  }

  private TaskFilter with(TaskFilter filter, String term, Function<String, TaskFilter> narrower) {
    String value = first(term);
    return value == null ? filter : narrower.apply(value);
  }

  private TimeRange range(String name) {
    String from = first(name + "From");
    String to = first(name + "To");
    return new TimeRange(
        from == null ? null : Instant.parse(from), to == null ? null : Instant.parse(to));
  }

  private List<String> values(String term) {
    return terms.getOrDefault(term, List.of());
  }

  private @Nullable String first(String term) {
    List<String> values = values(term);
    return values.isEmpty() ? null : values.get(0);
  }
}
