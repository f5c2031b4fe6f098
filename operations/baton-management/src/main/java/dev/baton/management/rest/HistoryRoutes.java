package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.operate.Explanation;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WaitReason;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for the attempts of a task and the reasons why it waits. */
final class HistoryRoutes {
  private HistoryRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
            "/tasks/{id}/attempts",
            Right.VIEW,
            "Returns the failed, lost and successful attempts of the task, latest first,"
                + " at most 100",
            "AttemptList",
            HistoryRoutes::attempts),
        Route.get(
            "/tasks/{id}/explanation",
            Right.VIEW,
            "Explains why the task isn't running now, in words and as data",
            "Explanation",
            HistoryRoutes::explanation));
  }

  private static Response attempts(Call call) {
    UUID id = TaskLookup.at(call, Right.VIEW).id();
    NodeNames names = new NodeNames(call.baton());
    ArrayNode items = Json.array();
    for (PastAttempt attempt : call.baton().operations().task(id).attempts()) {
      ObjectNode item = items.addObject().put("number", attempt.number());
      Json.put(item, "owner", attempt.owner());
      Json.put(item, "node", names.of(attempt.owner()));
      Json.put(item, "claimedAt", attempt.claimedAt());
      Json.put(item, "endedAt", attempt.endedAt());
      Duration took = attempt.took();
      Json.put(item, "took", took == null ? null : took.truncatedTo(ChronoUnit.MILLIS));
      Json.put(item, "outcome", attempt.outcome());
      item.put("error", call.site().redaction().apply(attempt.error()));
    }
    return Json.answer(Pages.of(items));
  }

  private static Response explanation(Call call) {
    TaskInfo task = TaskLookup.at(call, Right.VIEW);
    ReasonView view = new ReasonView(call, task);
    Explanation explanation = view.visible(call.baton().operations().task(task.id()).explain());
    ObjectNode node = Json.object();
    Json.put(node, "task", task.id());
    node.put("text", call.site().redaction().apply(view.text(explanation)));
    ArrayNode reasons = node.putArray("reasons");
    for (WaitReason reason : explanation.reasons()) {
      ObjectNode shown = view.data(reason);
      shown.put("text", call.site().redaction().apply(view.words(reason)));
      reasons.add(shown);
    }
    if (call.caller().seesEverything()) {
      node.put("behind", explanation.behind());
    }
    return Json.answer(node);
  }
}
