package dev.baton.cli;

import dev.baton.cli.client.TaskQuery;
import dev.baton.cli.text.Times;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select tasks. */
final class TaskSelection {
  private static final String TIME = " (2026-05-01T08:00:00Z, 2026-05-01, or 2h for two hours ago)";

  @Option(
      names = {"-s", "--status"},
      split = ",",
      paramLabel = "STATUS",
      description = "In one of these statuses: ${COMPLETION-CANDIDATES}.")
  private List<Status> statuses = List.of();

  @Option(
      names = {"-t", "--type"},
      paramLabel = "TYPE",
      description = "Of this type; TYPE* for all types that begin with TYPE.")
  private @Nullable String type;

  @Option(names = "--sub-type", paramLabel = "WORD", description = "With this sub-type.")
  private @Nullable String subType;

  @Option(names = "--key", paramLabel = "KEY", description = "With this flow key.")
  private @Nullable String key;

  @Option(names = "--bucket", paramLabel = "BUCKET", description = "In this bucket.")
  private @Nullable String bucket;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description = "With this label; may be repeated to require several labels.")
  private Map<String, String> labels = Map.of();

  @Option(names = "--id", paramLabel = "ID", description = "One of these; may be repeated.")
  private List<UUID> ids = List.of();

  @Option(names = "--parent", paramLabel = "ID", description = "Added by this task.")
  private @Nullable UUID parent;

  @Option(names = "--correlation", paramLabel = "ID", description = "With this correlation id.")
  private @Nullable UUID correlation;

  @Option(
      names = "--created-from",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "Added at this time or later" + TIME + ".")
  private @Nullable Instant createdFrom;

  @Option(
      names = "--created-to",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "Added before this time.")
  private @Nullable Instant createdTo;

  @Option(
      names = "--run-at-from",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "Due at this time or later.")
  private @Nullable Instant runAtFrom;

  @Option(
      names = "--run-at-to",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "Due before this time.")
  private @Nullable Instant runAtTo;

  @Option(
      names = "--finished-from",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "Finished at this time or later.")
  private @Nullable Instant finishedFrom;

  @Option(
      names = "--finished-to",
      paramLabel = "TIME",
      converter = Times.Moment.class,
      description = "Finished before this time.")
  private @Nullable Instant finishedTo;

  @Option(
      names = "--stuck",
      description =
          "Stuck tasks: the lease has expired, the time to run has passed,"
              + " or the task is ready for longer than expected.")
  private boolean stuck;

  @Option(names = "--retrying", description = "Tasks that wait for a retry after a failed attempt.")
  private boolean retrying;

  @Option(names = "--held", description = "Held tasks that other tasks wait for.")
  private boolean held;

  @Option(names = "--attempts", paramLabel = "N", description = "With at least this many attempts.")
  private @Nullable Integer attempts;

  @Option(
      names = "--error",
      paramLabel = "TEXT",
      description = "With this text in the latest error.")
  private @Nullable String error;

  @Option(
      names = "--cause",
      paramLabel = "ID",
      description = "With this cause, as `baton errors` lists it.")
  private @Nullable UUID cause;

  @Option(names = "--oldest", description = "Oldest first; by default newest first.")
  private boolean oldest;

  TaskQuery query() {
    Map<String, List<String>> terms = new LinkedHashMap<>();
    if (!statuses.isEmpty()) {
      terms.put("status", List.of(statuses.stream().map(Enum::name).collect(joined())));
    }
    if (type != null && type.endsWith("*")) {
      put(terms, "typePrefix", type.substring(0, type.length() - 1));
    } else {
      put(terms, "type", type);
    }
    put(terms, "subType", subType);
    put(terms, "key", key);
    put(terms, "bucket", bucket);
    if (!ids.isEmpty()) {
      terms.put("id", ids.stream().map(UUID::toString).toList());
    }
    if (!labels.isEmpty()) {
      List<String> all = new ArrayList<>();
      labels.forEach((name, value) -> all.add(name + "=" + value));
      terms.put("label", all);
    }
    put(terms, "parent", parent);
    put(terms, "correlation", correlation);
    put(terms, "createdFrom", createdFrom);
    put(terms, "createdTo", createdTo);
    put(terms, "runAtFrom", runAtFrom);
    put(terms, "runAtTo", runAtTo);
    put(terms, "finishedFrom", finishedFrom);
    put(terms, "finishedTo", finishedTo);
    put(terms, "stuck", stuck ? "true" : null);
    put(terms, "retrying", retrying ? "true" : null);
    put(terms, "held", held ? "true" : null);
    put(terms, "attempts", attempts);
    put(terms, "error", error);
    put(terms, "cause", cause);
    put(terms, "order", oldest ? "oldest" : null);
    return new TaskQuery(terms);
  }

  private static java.util.stream.Collector<CharSequence, ?, String> joined() {
    return Collectors.joining(",");
  }

  private static void put(Map<String, List<String>> terms, String name, @Nullable Object value) {
    if (value != null) {
      terms.put(name, List.of(value.toString()));
    }
  }
}
