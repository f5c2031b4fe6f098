package dev.baton.mcp;

import static java.util.stream.Collectors.toSet;

import dev.baton.management.access.Right;
import dev.baton.management.http.Extension.Rest;
import dev.baton.management.http.Response;
import dev.baton.management.rest.Routes;
import dev.baton.management.rest.request.Json;
import dev.baton.task.Bytes;
import io.modelcontextprotocol.common.McpTransportContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The table of all tools. */
final class OperatorTools {
  /** Key of the caller's rights in the context of a message. */
  static final String RIGHTS = "rights";

  private static final List<RouteTool> ALL =
      List.of(
          RouteTool.of(
              "overview",
              "GET",
              "/overview",
              "Shows whether anything is wrong: problems, counts by status, nodes, limits."),
          RouteTool.of(
              "list_errors",
              "GET",
              "/errors",
              "Lists errors by type and cause, with the number of tasks and an example. The cause"
                  + " of a group can be used in the filter of retry_tasks."),
          RouteTool.of(
              "outcomes",
              "POST",
              "/outcomes",
              "Shows the result of a retry: how many tasks ended, and how many failed again."),
          RouteTool.of(
              "find_tasks",
              "GET",
              "/tasks",
              "Finds tasks by status, type, key, label, time and more, page by page. For the next"
                  + " page, pass the result's next as after."),
          RouteTool.of("get_task", "GET", "/tasks/{id}", "Returns one task with its version."),
          RouteTool.of(
              "explain_task",
              "GET",
              "/tasks/{id}/explanation",
              "Explains the status of a task: what it waits for, and what lets it continue."),
          RouteTool.of(
              "get_attempts",
              "GET",
              "/tasks/{id}/attempts",
              "Returns the outcome, error, node and times of each attempt of a task."),
          RouteTool.of(
              "get_payload",
              "GET",
              "/tasks/{id}/payload",
              "Returns the payload of a task. Needs a separate right. Each read is audited."),
          RouteTool.of(
              "retry_task",
              "POST",
              "/tasks/{id}/retry",
              "Runs one task in ERROR again. Pass the version that get_task returned: if the task"
                  + " has changed since, the call changes nothing."),
          new RouteTool(
              "retry_tasks",
              "Runs all tasks in ERROR again that match the filter. It only counts them unless"
                  + " dryRun is false.",
              Routes.named("POST", "/bulk"),
              Map.of("action", "retry"),
              Map.of("dryRun", true)),
          RouteTool.of(
              "list_pauses", "GET", "/pauses", "Lists what is paused, since when and why."),
          RouteTool.of(
              "pause",
              "POST",
              "/pauses",
              "Stops new starts of a bucket, a type or a key on all nodes, until you resume it."
                  + " Running tasks continue."),
          RouteTool.of(
              "resume",
              "POST",
              "/pauses/resume",
              "Ends the pause with exactly this bucket, type and key."),
          RouteTool.of("list_schedules", "GET", "/schedules", "Lists schedules by name."),
          RouteTool.of(
              "get_schedule",
              "GET",
              "/schedules/{name}",
              "Returns a schedule with its latest runs."),
          RouteTool.of(
              "run_schedule",
              "POST",
              "/schedules/{name}/run",
              "Adds one task of the schedule now, in addition to its scheduled times."),
          RouteTool.of(
              "pause_schedule",
              "POST",
              "/schedules/{name}/pause",
              "Pauses the schedule until you resume it."),
          RouteTool.of(
              "resume_schedule", "POST", "/schedules/{name}/resume", "Resumes a paused schedule."));

  private OperatorTools() {}

  static List<RouteTool> all() {
    return ALL;
  }

  /**
   * Returns whether the caller has the right that the tool needs at least. The route makes the
   * final check.
   */
  static boolean may(McpTransportContext context, String name) {
    Rights rights = (Rights) context.get(RIGHTS);
    return ALL.stream()
        .filter(tool -> tool.name().equals(name))
        .map(tool -> tool.route().right())
        .allMatch(right -> right == null || rights.has(right));
  }

  /** The caller's rights, read on first use. Used by one thread. */
  static final class Rights {
    private final Rest rest;
    private @Nullable Set<String> names;

    Rights(Rest rest) {
      this.rest = rest;
    }

    private boolean has(Right right) {
      Set<String> known = names;
      if (known == null) {
        known = read();
        names = known;
      }
      return known.contains(right.name());
    }

    private Set<String> read() {
      Response root = rest.call("GET", "", null, Bytes.of(""));
      @Nullable JsonNode read = Json.read(root.body().toArray());
      return read == null
          ? Set.of()
          : read.path("rights").valueStream().map(JsonNode::asString).collect(toSet());
    }
  }
}
