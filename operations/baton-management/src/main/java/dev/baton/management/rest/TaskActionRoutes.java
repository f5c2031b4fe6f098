package dev.baton.management.rest;

import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.error.PayloadException;
import dev.baton.handler.AwaitsSignals;
import dev.baton.handler.Workflow;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.ProblemKind;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.Versions;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.OperatorNote;
import dev.baton.operate.TaskChanges;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskControl;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Routes that change one task, if it still has the version that the caller saw. */
final class TaskActionRoutes {
  static final int LONGEST_REASON = 1_000;
  static final Field REASON = Field.text("reason", LONGEST_REASON, "The reason, for the audit");
  static final Field DELAY =
      Field.of("delay", Kind.DURATION, "Delay before it runs; none by default");

  private static final String STEP = "step";
  private static final String STEP_NUMBER = "stepNumber";

  private TaskActionRoutes() {}

  static List<Route> all() {
    Field reasoned = REASON.needed();
    return List.of(
        route(TaskAction.RETRY, "Runs a task in ERROR again", List.of(DELAY, REASON)),
        route(TaskAction.FAIL, "Marks the task as FAILED", List.of(reasoned)),
        route(
            TaskAction.RESCHEDULE,
            "Sets another time for the task, or runs it now",
            List.of(
                DELAY, Field.of("runAt", Kind.INSTANT, "The time, instead of a delay"), REASON)),
        route(TaskAction.HOLD, "Holds the task until it is released", List.of(REASON)),
        route(TaskAction.RELEASE, "Releases the task", List.of(REASON)),
        route(TaskAction.CANCEL, "Cancels the task, also while it runs", List.of(reasoned)),
        route(
            TaskAction.PRIORITIZE,
            "Changes the task's priority",
            List.of(Field.integer("priority", 0, 9, "0 is the most urgent").needed(), REASON)),
        route(TaskAction.EDIT_PAYLOAD, "Replaces the task's payload", PayloadFields.with(REASON)),
        route(
            TaskAction.RUN_AGAIN,
            "Runs a finished task again. If you name a step, runs a workflow that is finished or in"
                + " ERROR again from that step",
            List.of(
                DELAY,
                Field.text(
                    STEP, Workflow.MAX_STEP_NAME + 5, "A step's name; name#2 for the second"),
                Field.integer(
                    STEP_NUMBER,
                    1,
                    Workflow.MAX_STEPS + 1,
                    "A step's number, instead of its name. The number after the last step keeps all"
                        + " results"),
                REASON)),
        signal());
  }

  private static Route signal() {
    return Route.post(
            "/tasks/{id}/signals",
            Right.EDIT,
            "Sends a signal to the task. If the handler doesn't await it yet, the signal is kept",
            "Sent",
            TaskActionRoutes::send)
        .body(
            PayloadFields.with(
                Field.text("name", AwaitsSignals.MAX_SIGNAL_NAME, "The signal's name").needed(),
                REASON));
  }

  private static Response send(Call call) {
    TaskInfo task = TaskLookup.at(call, Right.EDIT);
    String name = call.body().needed("name");
    Bytes value =
        PayloadFields.isSaid(call.body()) ? PayloadFields.read(call.body(), "") : Bytes.of("");
    Delivery delivery = sent(call, task, name, value);
    switch (delivery) {
      case NOT_FOUND -> throw TaskLookup.noTask(task.id());
      case ALREADY_FINISHED -> throw new HttpProblem(409, "The task has ended");
      case TOO_MANY ->
          throw new HttpProblem(
              409,
              "The task has "
                  + AwaitsSignals.MAX_SIGNALS
                  + " unread signals, or with this one more than "
                  + AwaitsSignals.MAX_ALL_SIGNALS_BYTES
                  + " bytes of them");
      case AWAITED, KEPT ->
          call.operations()
              .note(OperatorNote.of("SIGNAL").task(task.id(), task.version()).detail(name));
    }
    return Json.answer(Json.object().put("verdict", delivery.name()));
  }

  private static Delivery sent(Call call, TaskInfo task, String name, Bytes value) {
    try {
      return call.baton().tasks().signal(task.id(), SignalType.of(name, Bytes.class), value);
    } catch (IllegalArgumentException wrong) {
      throw new HttpProblem(400, String.valueOf(wrong.getMessage()));
    }
  }

  private static Route route(TaskAction verb, String about, List<Field> fields) {
    List<Field> body = new ArrayList<>(fields);
    body.add(Versions.VERSION);
    return Route.post(
            "/tasks/{id}/" + verb.path(), verb.right(), about, "Applied", call -> act(call, verb))
        .body(body);
  }

  private static Response act(Call call, TaskAction verb) {
    TaskInfo task = TaskLookup.at(call, verb.right());
    long version = Versions.seen(call);
    ChangeResult result = act(call, verb, task.id(), version);
    return switch (result.kind()) {
      case DONE -> {
        Optional<TaskInfo> now = TaskLookup.find(call, task.id());
        ObjectNode answer = Json.object().put("verdict", "APPLIED");
        current(call, now).ifPresent(node -> answer.set("task", node));
        Response response = Json.answer(answer);
        yield now.isEmpty() ? response : Versions.tagged(response, now.get().version());
      }
      case STALE ->
          throw refused(
              call,
              task,
              ProblemKind.CHANGED_SINCE,
              result,
              result.reason() + ". Read the task again");
      case NOT_ALLOWED ->
          throw refused(call, task, ProblemKind.NOT_ALLOWED_NOW, result, result.reason());
      case NOT_FOUND -> throw TaskLookup.noTask(task.id());
      case WOULD_CHANGE -> throw new IllegalStateException("Only a bulk has a dry run");
    };
  }

  private static HttpProblem refused(
      Call call, TaskInfo task, ProblemKind kind, ChangeResult result, String why) {
    return HttpProblem.conflict(kind, why, current(call, result.current()).orElse(null))
        .about(call.site().task(task.id()));
  }

  private static ChangeResult act(Call call, TaskAction verb, UUID id, long version) {
    Input body = call.body();
    TaskControl task = verb.operations(call).task(id).ifUnchangedSince(version);
    return switch (verb) {
      case RETRY, FAIL, CANCEL, HOLD, RELEASE -> act(task, verb, body);
      case RUN_AGAIN -> runAgain(task, body);
      case RESCHEDULE -> reschedule(task, body);
      case PRIORITIZE -> task.prioritize(body.integer("priority", 0));
      case EDIT_PAYLOAD -> edit(call, task);
    };
  }

  /** Makes the changes that are possible for one task and for many. */
  static <T> T act(TaskChanges<T> tasks, TaskAction verb, Input body) {
    @Nullable Duration delay = body.duration("delay");
    return switch (verb) {
      case RETRY -> delay == null ? tasks.retry() : tasks.retryIn(delay);
      case FAIL -> tasks.fail(body.needed("reason"));
      case CANCEL -> tasks.cancel(body.needed("reason"));
      case HOLD -> tasks.hold();
      case RELEASE -> tasks.release();
      case RESCHEDULE -> delay == null ? tasks.runNow() : tasks.rescheduleIn(delay);
      case RUN_AGAIN -> delay == null ? tasks.runAgain() : tasks.runAgainIn(delay);
      case PRIORITIZE, EDIT_PAYLOAD ->
          throw new IllegalStateException(verb + " isn't possible for many tasks");
    };
  }

  private static ChangeResult runAgain(TaskControl task, Input body) {
    if (!body.has(STEP) && !body.has(STEP_NUMBER)) {
      return act(task, TaskAction.RUN_AGAIN, body);
    }
    for (String other : List.of("delay", body.has(STEP) ? STEP_NUMBER : STEP)) {
      if (body.has(other)) {
        throw HttpProblem.field(other, "can't be combined with a step");
      }
    }
    return body.has(STEP)
        ? task.runAgainFrom(body.needed(STEP))
        : task.runAgainFrom(body.integer(STEP_NUMBER, 1));
  }

  private static ChangeResult reschedule(TaskControl task, Input body) {
    @Nullable Instant runAt = body.instant("runAt");
    if (runAt == null) {
      return act(task, TaskAction.RESCHEDULE, body);
    }
    if (body.has("delay")) {
      throw HttpProblem.field("runAt", "can't be combined with delay");
    }
    return task.rescheduleAt(runAt);
  }

  private static ChangeResult edit(Call call, TaskControl task) {
    Bytes payload = PayloadFields.read(call.body(), "");
    Optional<Bytes> before = task.content().flatMap(TaskContent::payload);
    if (Content.isJsonStructure(before.orElse(null))) {
      PayloadFields.requireJson(call.body(), payload);
    }
    try {
      return task.edit(payload);
    } catch (PayloadException large) {
      throw new HttpProblem(400, String.valueOf(large.getMessage()));
    }
  }

  /** Returns the current task, if the caller may see it. */
  private static Optional<ObjectNode> current(Call call, Optional<TaskInfo> now) {
    return now.filter(task -> call.caller().may(Right.VIEW, task))
        .map(task -> (ObjectNode) TaskRoutes.rows(call, List.of(task)).get(0));
  }
}
