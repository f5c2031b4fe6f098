package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Refused;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.BulkAction;
import dev.baton.operate.TaskFilter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The same with many tasks. */
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
            "Does the same with every task that the filter finds and that the caller may do it"
                + " with; each is asked for, and noted. What was done by the time it ends early"
                + " stays done: go on with next",
            "BulkReport",
            BulkRoute::run)
        .body(
            List.of(
                Field.object("filter", FilterFields.ALL, "Which tasks").needed(),
                Field.choice("action", VERBS.stream().map(TaskAction::path).toList(), "What")
                    .needed(),
                TaskActionRoutes.DELAY,
                TaskActionRoutes.REASON,
                Field.integer(
                    "atMost", 1, MAX_TASKS, "Tasks to look at; " + DEFAULT_TASKS + " by default"),
                Field.of(
                    "all",
                    Kind.TRUTH,
                    "Needed to change every task: a filter that leaves out no task is refused"
                        + " without it"),
                Field.of("after", Kind.CURSOR, "What the answer before gave as its next"),
                Field.of("dryRun", Kind.TRUTH, "Whether it only says what it would do")));
  }

  private static Response run(Call call) {
    call.require(Right.BULK);
    Input body = call.body();
    TaskAction verb = verb(body.needed("action"));
    Input filter = body.object("filter");
    FilterFields.requireNamesSaid(filter);
    BulkAction action = action(verb, body);
    TaskFilter which = FilterFields.read(call, filter);
    try {
      action.check(which);
    } catch (IllegalArgumentException wide) {
      throw Refused.field("filter", String.valueOf(wide.getMessage()));
    }
    boolean dry = body.truth("dryRun");
    if (which.isEveryTask() && !dry && !body.truth("all")) {
      throw Refused.field(
          "all", "is missing, and the filter leaves out no task: name which, or send true");
    }
    BulkRun run = new BulkRun(call, which, verb, action, dry);
    return Json.answer(run.upTo(body.integer("atMost", DEFAULT_TASKS), body.cursor("after")));
  }

  private static TaskAction verb(String path) {
    return Stream.of(TaskAction.values())
        .filter(verb -> verb.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  private static BulkAction action(TaskAction verb, Input body) {
    @Nullable Duration delay = body.duration("delay");
    boolean takesDelay =
        verb == TaskAction.RETRY || verb == TaskAction.RESCHEDULE || verb == TaskAction.RUN_AGAIN;
    if (delay != null && !takesDelay) {
      throw Refused.field("delay", "means nothing to " + verb.path());
    }
    return switch (verb) {
      case RETRY -> new BulkAction.Retry(delay);
      case FAIL -> new BulkAction.Fail(reason(body));
      case RESCHEDULE -> new BulkAction.Reschedule(delay);
      case HOLD -> new BulkAction.Hold();
      case RELEASE -> new BulkAction.Release();
      case CANCEL -> new BulkAction.Cancel(reason(body));
      case RUN_AGAIN -> new BulkAction.RunAgain(delay);
      case PRIORITIZE, EDIT_PAYLOAD ->
          throw new IllegalStateException(verb + " isn't done with many");
    };
  }

  private static String reason(Input body) {
    @Nullable String reason = body.text("reason");
    if (reason == null || reason.isBlank()) {
      throw Refused.field("reason", "is missing");
    }
    return reason;
  }
}
