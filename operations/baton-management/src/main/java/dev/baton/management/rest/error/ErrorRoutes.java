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
import dev.baton.operate.CommonValue;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.ErrorSample.Group;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.TaskSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for errors by cause, and for the results after an operator has changed tasks. */
public final class ErrorRoutes {
  private static final String TYPE = "type";
  private static final String STANDING = "standing";

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
                    + " of each are read, and "
                    + TypeShares.MAX_TASKS
                    + " of each type that has fewer among them. If more exist, a count is a lower"
                    + " bound",
                "ErrorGroups",
                ErrorRoutes::groups)
            .query(
                List.of(
                    Field.text(TYPE, TaskSpec.MAX_TYPE, "Only of this type"),
                    Field.choice(
                        STANDING,
                        Stream.of(Standing.values()).map(Enum::name).toList(),
                        "Only tasks that are in ERROR, wait for a retry, or are FAILED"),
                    Field.integer(
                        "limit", 1, Page.MAX_SIZE, "Maximum number of groups; all by default"))),
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
    String only = call.query().text(STANDING);
    List<Standing> standings =
        only == null ? List.of(Standing.values()) : List.of(Standing.valueOf(only));
    List<Group> groups = new ArrayList<>();
    for (ErrorSample sample : new TypeShares(call).of(call.query().text(TYPE), standings)) {
      groups.addAll(sample.groups(call.site().redaction()::apply));
    }
    groups.sort(
        Comparator.comparing(Group::standing)
            .thenComparing(Comparator.comparing(Group::count).reversed())
            .thenComparing(Group::type)
            .thenComparing(Group::cause));
    List<ActiveOverride> mutes = MuteRoutes.all(call);
    ArrayNode items = Json.array();
    int limit = call.query().integer("limit", groups.size());
    groups.stream().limit(limit).forEach(group -> items.add(view(call, group, mutes)));
    return Json.answer(Pages.of(items));
  }

  private static ObjectNode view(Call call, Group group, List<ActiveOverride> mutes) {
    ObjectNode item = Json.object();
    Json.put(item, STANDING, group.standing());
    item.put(TYPE, group.type());
    item.put("cause", group.cause().id());
    item.put("text", group.cause().text());
    item.put("count", group.count()).put("atLeast", group.cut());
    group.common().ifPresent(common -> item.set("common", view(common)));
    Json.put(item, "latestAt", group.latestAt());
    Json.put(item, "latest", group.latest().id());
    item.put("error", Texts.kept(shown(call, group.latest()), MAX_ERROR));
    MuteRoutes.of(mutes, group.type(), group.cause().id())
        .ifPresent(mute -> item.set("muted", MuteRoutes.view(call.site(), mute)));
    return item;
  }

  private static ObjectNode view(CommonValue common) {
    ObjectNode node = Json.object();
    Json.put(node, "label", common.label().orElse(null));
    return node.put("value", common.value()).put("count", common.count());
  }

  /** Returns the redacted error. Groups use the redacted text, so they show no secrets either. */
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
    node.put("running", count(seen, Status.RUNNING));
    return Json.answer(node.put("kept", seen.size()));
  }

  private static int cancelled(Map<UUID, TaskInfo> tasks) {
    return count(tasks, Status.CANCELLED);
  }

  private static int count(Map<UUID, TaskInfo> tasks, Status status) {
    return (int) tasks.values().stream().filter(task -> task.status() == status).count();
  }

  /**
   * Returns the number of tasks that were tried again after the operator's change and now wait for
   * another retry.
   */
  private static int retried(Map<UUID, TaskInfo> tasks) {
    return (int)
        tasks.values().stream().filter(task -> task.isRetrying() && task.attempts() > 0).count();
  }
}
