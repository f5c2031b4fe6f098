package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Kind;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.task.Status;
import dev.baton.task.row.Labels;
import dev.baton.task.row.TaskSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads a {@link TaskFilter} from a query or a body. */
final class FilterFields {
  private static final int LONGEST_NAME = TaskSpec.MAX_TYPE;
  private static final int LONGEST_KEY = 200;

  static final List<Field> ALL =
      List.of(
          Field.choice("status", names(), "In one of these statuses").upTo(Status.values().length),
          Field.text("type", LONGEST_NAME, "Of this type"),
          Field.text("typePrefix", LONGEST_NAME, "Of a type that begins with this text"),
          Field.text("subType", LONGEST_NAME, "With this sub-type"),
          Field.text("key", LONGEST_KEY, "With this flow key; empty for those without one"),
          Field.text("bucket", LONGEST_NAME, "In this bucket"),
          Field.of("createdFrom", Kind.INSTANT, "Added at this time or later"),
          Field.of("createdTo", Kind.INSTANT, "Added before this time"),
          Field.of("runAtFrom", Kind.INSTANT, "Due at this time or later"),
          Field.of("runAtTo", Kind.INSTANT, "Due before this time"),
          Field.of("finishedFrom", Kind.INSTANT, "Finished at this time or later"),
          Field.of("finishedTo", Kind.INSTANT, "Finished before this time"),
          Field.of("parent", Kind.ID, "Added by the handler of this task"),
          Field.of("correlation", Kind.ID, "With this correlation id"),
          Field.of(
                  "label",
                  Kind.LABEL,
                  "With this label, as name=value; repeat it to require several labels")
              .upTo(Labels.MAX_LABELS),
          Field.of("id", Kind.ID, "With one of these ids").upTo(TaskFilter.MAX_IDS),
          Field.of(
              "stuck",
              Kind.TRUTH,
              "Only stuck tasks, as the overview counts them: the lease has expired, the time to"
                  + " run has passed, or the task is ready for too long"),
          Field.of(
              "retrying", Kind.TRUTH, "Only tasks that wait for a retry after a failed attempt"),
          Field.of(
              "held",
              Kind.TRUTH,
              "Only held tasks that other tasks wait for, as the overview counts them; needs the"
                  + " right to see every task"),
          Field.integer("attempts", 0, Integer.MAX_VALUE, "With at least this many attempts"),
          Field.text("error", LONGEST_KEY, "With this text near the beginning of the latest error"),
          Field.of("cause", Kind.ID, "With this cause of the latest error, as listed by /errors"),
          Field.choice(
              "order", List.of("newest", "oldest"), "Which tasks come first; newest by default"));

  private FilterFields() {}

  static TaskFilter read(Call call, Input input) {
    TaskFilter filter = TaskFilter.all();
    Set<Status> statuses = EnumSet.noneOf(Status.class);
    input.list("status").forEach(name -> statuses.add(Status.valueOf(name.toString())));
    if (!statuses.isEmpty()) {
      Status first = statuses.iterator().next();
      filter = filter.status(first, statuses.toArray(Status[]::new));
    }
    filter = names(filter, input);
    filter = filter.created(range(input, "createdFrom", "createdTo"));
    filter = filter.runAt(range(input, "runAtFrom", "runAtTo"));
    filter = filter.finished(range(input, "finishedFrom", "finishedTo"));
    UUID parent = input.id("parent");
    filter = parent == null ? filter : filter.parent(parent);
    UUID correlation = input.id("correlation");
    filter = correlation == null ? filter : filter.correlation(correlation);
    for (Object label : input.list("label")) {
      Map.Entry<?, ?> pair = (Map.Entry<?, ?>) label;
      filter = filter.label(pair.getKey().toString(), pair.getValue().toString());
    }
    Set<UUID> ids = new TreeSet<>();
    input.list("id").forEach(id -> ids.add((UUID) id));
    filter = ids.isEmpty() ? filter : filter.ids(ids);
    filter = input.truth("stuck") ? filter.stuck(StuckAfter.defaults()) : filter;
    filter = input.truth("retrying") ? filter.retrying() : filter;
    if (input.truth("held")) {
      // The hidden tasks that wait decide which tasks match.
      call.caller().requireAll(Right.VIEW, Scope.everyTask());
      filter = filter.held();
    }
    filter = filter.attempts(input.integer("attempts", 0));
    String error = said(input, "error");
    filter = error == null ? filter : filter.errorText(error);
    UUID cause = input.id("cause");
    filter = cause == null ? filter : filter.cause(cause.toString());
    filter = filter.errorsAs(call.site().redaction()::apply);
    return "oldest".equals(input.text("order")) ? filter.oldestFirst() : filter;
  }

  private static TaskFilter names(TaskFilter filter, Input input) {
    TaskFilter named = filter;
    String type = said(input, "type");
    String prefix = said(input, "typePrefix");
    if (type != null && prefix != null) {
      throw HttpProblem.field("typePrefix", "can't be combined with type");
    }
    if (type != null) {
      named = named.type(type);
    }
    if (prefix != null) {
      named = named.typePrefix(prefix);
    }
    String subType = said(input, "subType");
    if (subType != null) {
      named = named.subType(subType);
    }
    String bucket = said(input, "bucket");
    if (bucket != null) {
      named = named.bucket(bucket);
    }
    String key = input.text("key");
    return key == null ? named : named.key(key);
  }

  /**
   * Rejects an empty name in a bulk change, because a name that was computed wrongly must not
   * select every task.
   */
  static void requireNamesSaid(Input filter) {
    for (String name : List.of("type", "typePrefix", "subType", "bucket")) {
      if ("".equals(filter.text(name))) {
        throw HttpProblem.field("filter." + name, "is empty: leave it out to allow any value");
      }
    }
  }

  /** Returns the text, or null for an empty one: a form sends empty fields for missing values. */
  private static @Nullable String said(Input input, String name) {
    String text = input.text(name);
    return text == null || text.isEmpty() ? null : text;
  }

  static TimeRange range(Input input, String from, String to) {
    @Nullable Instant begin = input.instant(from);
    @Nullable Instant end = input.instant(to);
    if (begin != null && end != null && end.isBefore(begin)) {
      throw HttpProblem.field(to, "is before " + from);
    }
    return new TimeRange(begin, end);
  }

  private static List<String> names() {
    return Arrays.stream(Status.values()).map(Enum::name).toList();
  }
}
