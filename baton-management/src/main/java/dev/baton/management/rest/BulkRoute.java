package dev.baton.management.rest;

import dev.baton.api.operate.BulkAction;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The same with many tasks. */
final class BulkRoute {
  private static final int USUAL = 1_000;
  private static final int MOST = 10_000;

  static final List<Verb> VERBS =
      List.of(
          Verb.RETRY,
          Verb.FAIL,
          Verb.RESCHEDULE,
          Verb.HOLD,
          Verb.RELEASE,
          Verb.CANCEL,
          Verb.RUN_AGAIN);

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
                Field.choice("action", VERBS.stream().map(Verb::path).toList(), "What").needed(),
                VerbRoutes.DELAY,
                VerbRoutes.REASON,
                Field.integer("atMost", 1, MOST, "Tasks to look at; " + USUAL + " by default"),
                Field.of("after", Kind.CURSOR, "What the answer before gave as its next"),
                Field.of("dryRun", Kind.TRUTH, "Whether it only says what it would do")));
  }

  private static Response run(Call call) {
    call.require(Right.BULK);
    Input body = call.body();
    Verb verb = verb(body.needed("action"));
    Input filter = body.object("filter");
    FilterFields.requireNamesSaid(filter);
    BulkAction action = action(verb, body);
    BulkRun run = new BulkRun(call, FilterFields.read(filter), verb, action, body.truth("dryRun"));
    return Json.answer(run.upTo(body.integer("atMost", USUAL), body.cursor("after")));
  }

  private static Verb verb(String path) {
    return Stream.of(Verb.values())
        .filter(verb -> verb.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  private static BulkAction action(Verb verb, Input body) {
    @Nullable Duration delay = body.duration("delay");
    boolean takesDelay = verb == Verb.RETRY || verb == Verb.RESCHEDULE || verb == Verb.RUN_AGAIN;
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
