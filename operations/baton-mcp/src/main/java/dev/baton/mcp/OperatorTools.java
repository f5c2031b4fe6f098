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
  /** Where the context of a message has the rights of who sent it. */
  static final String RIGHTS = "rights";

  private static final List<RouteTool> ALL =
      List.of(
          RouteTool.of(
              "overview",
              "GET",
              "/overview",
              "Is anything wrong, and what goes on: troubles, counts by status, nodes, limits."),
          RouteTool.of(
              "list_errors",
              "GET",
              "/errors",
              "Errors by type and cause, with how many tasks have each, and an example. The cause"
                  + " of a group is what the filter of retry_tasks takes."),
          RouteTool.of(
              "outcomes",
              "POST",
              "/outcomes",
              "What became of tasks that were retried: how many ended, and how many failed again."),
          RouteTool.of(
              "find_tasks",
              "GET",
              "/tasks",
              "Finds tasks by status, type, key, label, time and more, page by page. Give the"
                  + " answer's next as after for the next page."),
          RouteTool.of("get_task", "GET", "/tasks/{id}", "One task, with its version."),
          RouteTool.of(
              "explain_task",
              "GET",
              "/tasks/{id}/explanation",
              "Why a task stands where it does: what it waits for, and what lets it go on."),
          RouteTool.of(
              "get_attempts",
              "GET",
              "/tasks/{id}/attempts",
              "What became of each attempt of a task: its error, node and times."),
          RouteTool.of(
              "get_payload",
              "GET",
              "/tasks/{id}/payload",
              "The payload of a task. It takes a right of its own, and each look is noted."),
          RouteTool.of(
              "retry_task",
              "POST",
              "/tasks/{id}/retry",
              "Runs one task again, out of ERROR. Say the version that get_task gave: if the task"
                  + " has changed since, nothing is done."),
          new RouteTool(
              "retry_tasks",
              "Runs all tasks in ERROR again that the filter finds. It only counts them unless"
                  + " dryRun is false.",
              Routes.named("POST", "/bulk"),
              Map.of("action", "retry"),
              Map.of("dryRun", true)),
          RouteTool.of("list_pauses", "GET", "/pauses", "What is paused, since when, and why."),
          RouteTool.of(
              "pause",
              "POST",
              "/pauses",
              "Stops new starts of a bucket, a type or a key on all nodes, until it is resumed."
                  + " Running tasks go on."),
          RouteTool.of(
              "resume",
              "POST",
              "/pauses/resume",
              "Ends exactly the pause with this bucket, type and key."),
          RouteTool.of("list_schedules", "GET", "/schedules", "Schedules, by their names."),
          RouteTool.of(
              "get_schedule", "GET", "/schedules/{name}", "One schedule, with its latest runs."),
          RouteTool.of(
              "run_schedule",
              "POST",
              "/schedules/{name}/run",
              "Adds one task of the schedule now, besides its times."),
          RouteTool.of(
              "pause_schedule",
              "POST",
              "/schedules/{name}/pause",
              "Rests the schedule until it is resumed."),
          RouteTool.of(
              "resume_schedule",
              "POST",
              "/schedules/{name}/resume",
              "Lets a paused schedule go on."));

  private OperatorTools() {}

  static List<RouteTool> all() {
    return ALL;
  }

  /** Whether who asks has what the tool takes at least; the route has the last word. */
  static boolean may(McpTransportContext context, String name) {
    Rights rights = (Rights) context.get(RIGHTS);
    return ALL.stream()
        .filter(tool -> tool.name().equals(name))
        .map(tool -> tool.route().right())
        .allMatch(right -> right == null || rights.has(right));
  }

  /** What who sent a message may do, looked up when it is first asked for. Used by one thread. */
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
