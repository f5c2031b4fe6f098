package dev.baton.management.rest;

import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.api.internal.StoredPayload;
import dev.baton.handler.AwaitsSignals;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Refused;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.Versions;
import dev.baton.operate.FoundTask;
import dev.baton.operate.Operations;
import dev.baton.operate.Operations.Verdict;
import dev.baton.operate.TaskFilter;
import dev.baton.task.Bytes;
import dev.baton.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What is done with one task, under the version that its author saw. */
final class TaskActionRoutes {
  static final int LONGEST_REASON = 1_000;
  static final Field REASON = Field.text("reason", LONGEST_REASON, "Why; it stands in the audit");
  static final Field DELAY =
      Field.of("delay", Kind.DURATION, "So much later; left out for at once");

  private TaskActionRoutes() {}

  static List<Route> all() {
    Field reasoned = REASON.needed();
    return List.of(
        route(TaskAction.RETRY, "Runs it again, out of ERROR", List.of(DELAY, REASON)),
        route(TaskAction.FAIL, "Gives it up: it is FAILED", List.of(reasoned)),
        route(
            TaskAction.RESCHEDULE,
            "Gives it another time, or runs it at once",
            List.of(DELAY, Field.of("runAt", Kind.INSTANT, "When, instead of a delay"), REASON)),
        route(TaskAction.HOLD, "Holds it until it is released", List.of(REASON)),
        route(TaskAction.RELEASE, "Lets it go", List.of(REASON)),
        route(TaskAction.CANCEL, "Calls it off, also while it runs", List.of(reasoned)),
        route(
            TaskAction.PRIORITIZE,
            "Gives it another priority",
            List.of(Field.integer("priority", 0, 9, "0 is the most urgent").needed(), REASON)),
        route(TaskAction.EDIT_PAYLOAD, "Gives it another payload", PayloadFields.with(REASON)),
        route(TaskAction.RUN_AGAIN, "Runs it again after its end", List.of(DELAY, REASON)),
        signal());
  }

  private static Route signal() {
    return Route.post(
            "/tasks/{id}/signals",
            Right.EDIT,
            "Sends a signal by its name: the task's handler awaits it now, or finds it kept",
            "Sent",
            TaskActionRoutes::send)
        .body(
            PayloadFields.with(
                Field.text("name", AwaitsSignals.MAX_SIGNAL_NAME, "The signal's name").needed(),
                REASON));
  }

  private static Response send(Call call) {
    FoundTask task = TaskLookup.at(call, Right.EDIT);
    String name = call.body().needed("name");
    Bytes value =
        PayloadFields.isSaid(call.body()) ? PayloadFields.read(call.body(), "") : Bytes.of("");
    Delivery delivery = sent(call, task, name, value);
    switch (delivery) {
      case NOT_FOUND -> throw TaskLookup.noTask(task.id());
      case ALREADY_FINISHED -> throw new Refused(409, "It has ended");
      case TOO_MANY ->
          throw new Refused(
              409,
              "It has "
                  + AwaitsSignals.MAX_SIGNALS
                  + " signals that it hasn't read yet, or with this one more than "
                  + AwaitsSignals.MAX_ALL_SIGNALS_BYTES
                  + " bytes of them");
      case AWAITED, KEPT -> call.operations().note("SIGNAL", task.id(), task.version(), name);
    }
    return Json.answer(Json.object().put("verdict", delivery.name()));
  }

  private static Delivery sent(Call call, FoundTask task, String name, Bytes value) {
    try {
      return call.baton().tasks().signal(task.id(), SignalType.of(name, Bytes.class), value);
    } catch (IllegalArgumentException wrong) {
      throw new Refused(400, String.valueOf(wrong.getMessage()));
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
    FoundTask task = TaskLookup.at(call, verb.right());
    long version = Versions.seen(call);
    Verdict verdict = act(call, verb, task, version);
    if (verdict instanceof Verdict.Applied) {
      ObjectNode answer = Json.object().put("verdict", "APPLIED");
      Optional<FoundTask> now = again(call, task.id());
      current(call, now).ifPresent(node -> answer.set("task", node));
      Response response = Json.answer(answer);
      return now.isEmpty() ? response : Versions.tagged(response, now.get().version());
    }
    if (verdict instanceof Verdict.Stale stale) {
      throw Refused.conflict(
          "It has changed since: you saw version "
              + version
              + ", it is at "
              + stale.current().position().version()
              + ". Look at it again",
          current(call, Optional.of(new FoundTask.Live(stale.current().outline()))).orElse(null));
    }
    if (verdict instanceof Verdict.NotAllowed refused) {
      throw Refused.conflict(refused.reason(), current(call, again(call, task.id())).orElse(null));
    }
    throw TaskLookup.noTask(task.id());
  }

  private static Verdict act(Call call, TaskAction verb, FoundTask task, long version) {
    UUID id = task.id();
    Input body = call.body();
    @Nullable Duration delay = verb == TaskAction.PRIORITIZE ? null : body.duration("delay");
    Operations operations = call.operations();
    return switch (verb) {
      case RETRY -> operations.retry(id, version, delay);
      // The reason is said about the change itself, not twice.
      case FAIL -> call.operations(null).fail(id, version, body.needed("reason"));
      case CANCEL -> call.operations(null).cancel(id, version, body.needed("reason"));
      case RESCHEDULE -> reschedule(operations, id, version, body);
      case HOLD -> operations.hold(id, version);
      case RELEASE -> operations.release(id, version);
      case PRIORITIZE -> operations.prioritize(id, version, body.integer("priority", 0));
      case EDIT_PAYLOAD -> edit(call, operations, id, version);
      case RUN_AGAIN -> operations.runAgain(id, version, delay);
    };
  }

  private static Verdict reschedule(Operations operations, UUID id, long version, Input body) {
    @Nullable Instant runAt = body.instant("runAt");
    if (runAt == null) {
      return operations.reschedule(id, version, body.duration("delay"));
    }
    if (body.has("delay")) {
      throw Refused.field("runAt", "can't be said beside delay");
    }
    return operations.rescheduleAt(id, version, runAt);
  }

  private static Verdict edit(Call call, Operations operations, UUID id, long version) {
    Bytes payload = PayloadFields.read(call.body(), "");
    Optional<Task> found = operations.find(id);
    if (found.isEmpty()) {
      return new Verdict.NotAllowed("It has ended");
    }
    Task task = found.get();
    if (Content.isJsonStructure(ContentRoutes.raw(task.spec()))) {
      PayloadFields.requireJson(call.body(), payload);
    }
    Bytes stored;
    try {
      stored = StoredPayload.stored(payload, task.spec().traits());
    } catch (UnknownHereException newer) {
      return new Verdict.NotAllowed("It can't be edited here: " + newer.getMessage());
    } catch (PayloadUnwritableException large) {
      throw new Refused(400, String.valueOf(large.getMessage()));
    }
    return operations.edit(id, version, stored);
  }

  private static Optional<FoundTask> again(Call call, UUID id) {
    return call
        .baton()
        .operations()
        .find(TaskFilter.all().ids(Set.of(id)), null, 1)
        .items()
        .stream()
        .findFirst();
  }

  /** The task as it is now, if it may be seen. */
  private static Optional<ObjectNode> current(Call call, Optional<FoundTask> now) {
    return now.filter(task -> call.caller().may(Right.VIEW, task.id(), task.spec()))
        .map(task -> (ObjectNode) TaskRoutes.rows(call, List.of(task)).get(0));
  }
}
