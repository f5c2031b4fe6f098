package dev.baton.management.rest;

import dev.baton.api.Signals.Delivery;
import dev.baton.api.operate.FoundTask;
import dev.baton.api.signal.AwaitsSignals;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Refused;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.task.Bytes;

/** Sending a signal to a task by the signal's name. */
final class SignalRoute {
  private SignalRoute() {}

  static Route route() {
    return Route.post(
            "/tasks/{id}/signals",
            Right.EDIT,
            "Sends a signal by its name: the task's handler awaits it now, or finds it kept",
            "Sent",
            SignalRoute::send)
        .body(
            PayloadFields.with(
                Field.text("name", AwaitsSignals.MAX_SIGNAL_NAME, "The signal's name").needed(),
                TaskActionRoutes.REASON));
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
              409, "It has " + AwaitsSignals.MAX_SIGNALS + " signals that it hasn't read yet");
      case AWAITED, KEPT -> call.operations().note("SIGNAL", task.id(), task.version(), name);
    }
    return Json.answer(Json.object().put("verdict", delivery.name()));
  }

  private static Delivery sent(Call call, FoundTask task, String name, Bytes value) {
    try {
      return call.baton().tasks().signalBytes(task.id(), name, value);
    } catch (IllegalArgumentException wrong) {
      throw new Refused(400, String.valueOf(wrong.getMessage()));
    }
  }
}
