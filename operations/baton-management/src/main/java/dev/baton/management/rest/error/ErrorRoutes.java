package dev.baton.management.rest.error;

import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.Cursor;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.task.Status;
import dev.baton.task.internal.TaskSpec;
import dev.baton.task.internal.Texts;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for errors by cause, and for the results after an operator has changed tasks. */
public final class ErrorRoutes {
  private static final String TYPE = "type";

  /**
   * Maximum number of characters of an error. Baton reads more than that, because it can't
   * recognize a secret that is cut in half at the end.
   */
  private static final int MAX_ERROR = 300;

  private ErrorRoutes() {}

  public static List<Route> all() {
    return List.of(
        Route.get(
                "/errors",
                Right.VIEW,
                "Groups the latest tasks in ERROR, tasks that wait for a retry, and FAILED tasks"
                    + " by type and cause: the error without its numbers, ids and quoted values.\n"
                    + "At most "
                    + ErrorSample.MAX_TASKS
                    + " of each are read. If more exist, a count is a lower bound",
                "ErrorGroups",
                ErrorRoutes::groups)
            .query(List.of(Field.text(TYPE, TaskSpec.MAX_TYPE, "Only of this type"))),
        Route.post(
                "/errors/mute",
                Right.CONFIGURE,
                "Stops opening incidents for a type's errors of this cause, for a time or until"
                    + " unmuted; needs the right for every task of the type",
                "Muted",
                MuteRoutes::mute)
            .body(MuteRoutes.FIELDS),
        Route.post(
                "/errors/unmute",
                Right.CONFIGURE,
                "Opens incidents for these errors again",
                "Muted",
                MuteRoutes::unmute)
            .body(MuteRoutes.NAMES),
        Route.post(
                "/outcomes",
                Right.VIEW,
                "Counts the results of these tasks: how many ended, and how many failed again",
                "Outcomes",
                ErrorRoutes::outcomes)
            .body(List.of(Field.of("id", Kind.ID, "The tasks").upTo(TaskFilter.MAX_IDS))));
  }

  private static Response groups(Call call) {
    call.require(Right.VIEW);
    ErrorSample sample = sample(call, call.query().text(TYPE));
    List<ActiveOverride> mutes = MuteRoutes.all(call);
    ArrayNode items = Json.array();
    for (ErrorSample.Group group : sample.groups(call.site().redaction()::apply)) {
      ObjectNode item = items.addObject();
      Json.put(item, "standing", group.standing());
      item.put(TYPE, group.type());
      item.put("cause", group.cause().id());
      item.put("text", group.cause().text());
      item.put("count", group.count()).put("atLeast", group.cut());
      Json.put(item, "latestAt", group.latestAt());
      Json.put(item, "latest", group.latest().id());
      item.put("error", Texts.kept(shown(call, group.latest()), MAX_ERROR));
      MuteRoutes.of(mutes, group.type(), group.cause().id())
          .ifPresent(mute -> item.set("muted", MuteRoutes.view(call.site(), mute)));
    }
    return Json.answer(Pages.of(items));
  }

  /** Returns a sample of the errors that the caller may see. Hidden tasks don't affect it. */
  static ErrorSample sample(Call call, @Nullable String type) {
    TaskFilter all =
        type == null || type.isEmpty() ? TaskFilter.all() : TaskFilter.all().type(type);
    List<TaskInfo> tasks = new ArrayList<>();
    Set<Standing> cut = EnumSet.noneOf(Standing.class);
    for (Standing standing : Standing.values()) {
      VisiblePages.Part<TaskInfo, Cursor> part =
          new VisiblePages<TaskInfo, Cursor>(
                  (after, size) ->
                      VisiblePages.Part.of(
                          call.baton().operations().search(ErrorSample.filter(all, standing)),
                          after,
                          size),
                  task -> call.caller().may(Right.VIEW, task),
                  TaskInfo::cursor)
              .page(null, ErrorSample.MAX_TASKS);
      tasks.addAll(part.items());
      if (part.next() != null) {
        cut.add(standing);
      }
    }
    return new ErrorSample(tasks, cut);
  }

  /** Returns the redacted error. Groups are built from it, so they don't show secrets either. */
  static String shown(Call call, TaskInfo task) {
    return call.site().redaction().apply(task.error().orElse(""));
  }

  private static Response outcomes(Call call) {
    call.require(Right.VIEW);
    Set<UUID> ids = new TreeSet<>();
    call.body().list("id").forEach(id -> ids.add((UUID) id));
    if (ids.isEmpty()) {
      throw HttpProblem.field("id", "is missing");
    }
    Map<UUID, TaskInfo> seen = TaskLookup.visible(call, ids);
    int done = count(seen, Status.DONE);
    int failed = count(seen, Status.ERROR) + count(seen, Status.FAILED) + retried(seen);
    ObjectNode node = Json.object().put("tasks", ids.size());
    node.put("done", done).put("failedAgain", failed).put("cancelled", cancelled(seen));
    node.put("underWay", seen.size() - done - failed - cancelled(seen));
    return Json.answer(node.put("kept", seen.size()));
  }

  private static int cancelled(Map<UUID, TaskInfo> tasks) {
    return count(tasks, Status.CANCELLED);
  }

  private static int count(Map<UUID, TaskInfo> tasks, Status status) {
    return (int) tasks.values().stream().filter(task -> task.status() == status).count();
  }

  /**
   * Returns the number of tasks that wait for a retry after an attempt that began after the
   * operator's change.
   */
  private static int retried(Map<UUID, TaskInfo> tasks) {
    return (int)
        tasks.values().stream().filter(task -> task.isRetrying() && task.attempts() > 0).count();
  }
}
