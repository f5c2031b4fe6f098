package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.TaskFilter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changes many tasks in one request. */
final class BulkRoute {
  private static final int DEFAULT_TASKS = 1_000;
  private static final int MAX_TASKS = 10_000;

  static final List<TaskAction> VERBS =
      List.of(
          TaskAction.RETRY,
          TaskAction.FAIL,
          TaskAction.RESCHEDULE,
          TaskAction.HOLD,
          TaskAction.RELEASE,
          TaskAction.CANCEL,
          TaskAction.RUN_AGAIN);

  private BulkRoute() {}

  static Route route() {
    return Route.post(
            "/bulk",
            Right.BULK,
            "Changes every task that the filter finds and that the caller may change. Each change"
                + " is authorized and audited. If the request ends early, finished changes stay;"
                + " continue with next",
            "BulkReport",
            BulkRoute::run)
        .body(
            List.of(
                Field.object("filter", FilterFields.ALL, "Selects the tasks").needed(),
                Field.choice("action", VERBS.stream().map(TaskAction::path).toList(), "What")
                    .needed(),
                TaskActionRoutes.DELAY,
                TaskActionRoutes.REASON,
                Field.integer(
                    "atMost",
                    1,
                    MAX_TASKS,
                    "Maximum number of tasks; " + DEFAULT_TASKS + " by default"),
                Field.of(
                    "all",
                    Kind.TRUTH,
                    "Must be true to change every task: a filter without conditions is refused"
                        + " otherwise"),
                Field.of("after", Kind.CURSOR, "The next of the previous response"),
                Field.of("dryRun", Kind.TRUTH, "Only reports what it would do")));
  }

  private static Response run(Call call) {
    call.require(Right.BULK);
    Input body = call.body();
    TaskAction verb = verb(body.needed("action"));
    Input filter = body.object("filter");
    FilterFields.requireNamesSaid(filter);
    requireFields(verb, body);
    TaskFilter which = FilterFields.read(call, filter);
    if (verb == TaskAction.RUN_AGAIN && !which.namesStatus() && which.ids().isEmpty()) {
      throw HttpProblem.field(
          "filter",
          "has neither a status nor ids, and DONE tasks would run twice: add the status"
              + " FAILED, CANCELLED or DONE, or ids");
    }
    boolean dry = body.truth("dryRun");
    if (which.isEveryTask() && !dry && !body.truth("all")) {
      throw HttpProblem.field(
          "all", "is missing, and the filter selects every task: add a condition, or send true");
    }
    BulkRun run = new BulkRun(call, which, verb, dry);
    return Json.answer(run.upTo(body.integer("atMost", DEFAULT_TASKS), body.cursor("after")));
  }

  private static TaskAction verb(String path) {
    return Stream.of(TaskAction.values())
        .filter(verb -> verb.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  private static void requireFields(TaskAction verb, Input body) {
    boolean takesDelay =
        verb == TaskAction.RETRY || verb == TaskAction.RESCHEDULE || verb == TaskAction.RUN_AGAIN;
    if (body.duration("delay") != null && !takesDelay) {
      throw HttpProblem.field("delay", "isn't allowed with " + verb.path());
    }
    @Nullable String reason = body.text("reason");
    if (verb.takesReason() && (reason == null || reason.isBlank())) {
      throw HttpProblem.field("reason", "is missing");
    }
  }
}
