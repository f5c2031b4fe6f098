package dev.baton.examples.docs;

import dev.baton.api.SignalType;
import dev.baton.api.TaskType;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Code that the documents show for workflows. */
final class WorkflowsCode {
  /** An order with its parcels. */
  record Order(String number, List<String> parcels) {}

  /** A person's decision. */
  record Approval(String by, boolean granted) {}

  /** The application's partners. A key lets them recognize a repeated call. */
  interface Shop {
    void reserve(Order order, String key);

    String charge(Order order, String key);

    void refund(String payment, String key);

    void ask(Order order, Object id);

    String ship(String parcel, String key);

    void receipt(Order order, String payment, List<String> parcels, String key);
  }

  private final Shop shop;

  WorkflowsCode(Shop shop) {
    this.shop = shop;
  }

  // region order
  static final TaskType<Order, String> ORDER = TaskType.of("ORDER", Order.class, String.class);
  static final TaskType<String, String> SHIP = TaskType.of("SHIP", String.class, String.class);
  static final SignalType<Approval> APPROVAL = SignalType.of("approval", Approval.class);

  String order(Order order, Workflow flow) {
    flow.run("reserve", key -> shop.reserve(order, key));
    String payment = flow.step("charge", String.class, key -> shop.charge(order, key));
    flow.run("ask", key -> shop.ask(order, flow.taskId()));
    Optional<Approval> approval = flow.awaitSignal(APPROVAL, Duration.ofDays(3));
    if (approval.isEmpty() || !approval.get().granted()) {
      flow.run("refund", key -> shop.refund(payment, key));
      return "refused";
    }
    List<String> sent = flow.callAll(order.parcels().stream().map(SHIP::with).toList(), 2);
    flow.run("receipt", key -> shop.receipt(order, payment, sent, key));
    return "shipped";
  }

  List<TaskDefinition<?, ?>> definitions() {
    return List.of(
        TaskDefinition.of(ORDER).workflow(this::order),
        TaskDefinition.of(SHIP)
            .handler((parcel, attempt) -> shop.ship(parcel, attempt.idempotencyKey())));
  }

  // endregion

  String failing(Order order, Workflow flow) {
    // region failures
    String payment =
        flow.step(
            "charge",
            String.class,
            Retry.exponential(Duration.ofSeconds(5)).maxAttempts(20),
            key -> shop.charge(order, key));
    try {
      return flow.call(SHIP.with(order.number()));
    } catch (TaskNotDoneException notShipped) {
      flow.run("refund", key -> shop.refund(payment, key));
      return "refunded: " + notShipped.end();
    }
    // endregion
  }

  void changed(Order order, Workflow flow) {
    // region version
    if (flow.version("reserve-first", 2) >= 2) {
      flow.run("reserve", key -> shop.reserve(order, key));
    }
    String payment = flow.step("charge", String.class, key -> shop.charge(order, key));
    flow.run("receipt", key -> shop.receipt(order, payment, List.of(), key));
    // endregion
  }
}
