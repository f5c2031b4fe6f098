package dev.baton.examples.testing;

import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.Workflow;
import java.math.BigDecimal;
import java.util.function.Function;

/** Charges an order and writes its receipt. */
public final class OrderWorkflow {
  /** An order, with its total as the shop has written it. */
  public record Order(String number, String total) {}

  static final TaskType<Order, String> ORDER = TaskType.of("ORDER", Order.class, String.class);

  private final Function<String, BigDecimal> amounts;

  /**
   * @param amounts reads an amount
   */
  public OrderWorkflow(Function<String, BigDecimal> amounts) {
    this.amounts = amounts;
  }

  /** Returns the definition of the workflow. */
  public TaskDefinition<?, ?> definition() {
    return TaskDefinition.of(ORDER).workflow(this::order).retry(Retry.never());
  }

  private String order(Order order, Workflow flow) {
    String payment = flow.step("charge", String.class, key -> "pay-" + order.number());
    return flow.step("receipt", String.class, key -> payment + ": " + amounts.apply(order.total()));
  }
}
