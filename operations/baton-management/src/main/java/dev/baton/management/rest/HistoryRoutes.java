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
import dev.baton.operate.WorkflowStep;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for the attempts of a task and the reasons why it waits. */
final class HistoryRoutes {
  private static final int MAX_CHILDREN = 100;
  private static final int MAX_ALL_CHILDREN = 1_000;

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
            "/tasks/{id}/steps",
            Right.VIEW,
            "Returns the stored steps of a workflow, the step in which it waits, and the first 100"
                + " children of each step that still exist and the caller may see",
            "StepList",
            HistoryRoutes::steps),
        HistoryDocument.route(),
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

  private static Response steps(Call call) {
    UUID id = TaskLookup.at(call, Right.VIEW).id();
    List<WorkflowStep> steps = call.baton().operations().task(id).steps();
    Set<UUID> children =
        steps.stream()
            .flatMap(step -> step.children().stream().limit(MAX_CHILDREN))
            .limit(MAX_ALL_CHILDREN)
            .collect(Collectors.toSet());
    Map<UUID, TaskInfo> visible = TaskLookup.visible(call, children);
    ArrayNode items = Json.array();
    for (WorkflowStep step : steps) {
      ObjectNode item = view(step);
      items.add(item);
      ArrayNode called = item.putArray("children");
      for (UUID one : step.children()) {
        TaskInfo child = visible.get(one);
        if (child != null) {
          ObjectNode shown = called.addObject();
          Json.put(shown, "id", one);
          Json.put(shown, "status", child.status());
          shown.put("type", child.type());
        }
      }
      if (call.caller().seesEverything()) {
        item.put("called", step.children().size());
      }
    }
    return Json.answer(Pages.of(items));
  }

  /** Returns a step without its children. */
  static ObjectNode view(WorkflowStep step) {
    ObjectNode node = Json.object().put("number", step.number()).put("name", step.name());
    Json.put(node, "progress", step.progress());
    Json.put(node, "at", step.at());
    Json.put(node, "until", step.until());
    return node;
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
