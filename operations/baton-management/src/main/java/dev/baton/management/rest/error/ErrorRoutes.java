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

/** Errors by cause, and what became of tasks that an operator has mended. */
public final class ErrorRoutes {
  private static final String TYPE = "type";

  /** Fewer than are read: the end of those may be half a secret, which nothing recognises. */
  private static final int MAX_ERROR = 300;

  private ErrorRoutes() {}

  public static List<Route> all() {
    return List.of(
        Route.get(
                "/errors",
                Right.VIEW,
                "The latest tasks in ERROR, those that are retried and those that FAILED, grouped"
                    + " by type and cause: the error without its numbers, ids and quoted values.\n"
                    + "At most "
                    + ErrorSample.MAX_TASKS
                    + " of each are read; where there are more, a count is at least so many",
                "ErrorGroups",
                ErrorRoutes::groups)
            .query(List.of(Field.text(TYPE, TaskSpec.MAX_TYPE, "Of this type"))),
        Route.post(
                "/errors/mute",
                Right.CONFIGURE,
                "Opens no incident for a type's errors of this cause, until then or for good; the"
                    + " caller may do so with every task of the type",
                "Muted",
                MuteRoutes::mute)
            .body(MuteRoutes.FIELDS),
        Route.post(
                "/errors/unmute",
                Right.CONFIGURE,
                "Opens incidents for them again",
                "Muted",
                MuteRoutes::unmute)
            .body(MuteRoutes.NAMES),
        Route.post(
                "/outcomes",
                Right.VIEW,
                "What became of these tasks: how many ended, and how many failed again",
                "Outcomes",
                ErrorRoutes::outcomes)
            .body(List.of(Field.of("id", Kind.ID, "These").upTo(TaskFilter.MAX_IDS))));
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

  /** What the caller may see of it, as if there were nothing else. */
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

  /** Its error before anything is made of it: not even a group shows what may not be read. */
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

  /** They wait for their next attempt, and have made one since an operator changed them. */
  private static int retried(Map<UUID, TaskInfo> tasks) {
    return (int)
        tasks.values().stream().filter(task -> task.isRetrying() && task.attempts() > 0).count();
  }
}
