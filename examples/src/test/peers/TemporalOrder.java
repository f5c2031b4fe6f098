package peers;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.worker.Worker;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The order of docs/workflows.md with Temporal's SDK for Java 1.38.0, compiled with its jar. */
final class TemporalOrder {
  record Order(String number, List<String> parcels) {}

  record Approval(String by, boolean granted) {}

  /** The application's partners. */
  interface Shop {
    void reserve(Order order, String key);

    String charge(Order order, String key);

    void refund(String payment, String key);

    void ask(Order order, Object id);

    String ship(String parcel, String key);

    void receipt(Order order, String payment, List<String> parcels, String key);
  }

  // region order
  @ActivityInterface
  interface ShopActivities {
    void reserve(Order order);

    String charge(Order order);

    void refund(String payment);

    void ask(Order order, String workflowId);

    String ship(String parcel);

    void receipt(Order order, String payment, List<String> parcels);
  }

  record ShopAdapter(Shop shop) implements ShopActivities {
    private static String key() {
      var info = Activity.getExecutionContext().getInfo();
      return info.getWorkflowId() + "/" + info.getActivityId();
    }

    @Override
    public void reserve(Order order) {
      shop.reserve(order, key());
    }

    @Override
    public String charge(Order order) {
      return shop.charge(order, key());
    }

    @Override
    public void refund(String payment) {
      shop.refund(payment, key());
    }

    @Override
    public void ask(Order order, String workflowId) {
      shop.ask(order, workflowId);
    }

    @Override
    public String ship(String parcel) {
      return shop.ship(parcel, key());
    }

    @Override
    public void receipt(Order order, String payment, List<String> parcels) {
      shop.receipt(order, payment, parcels, key());
    }
  }

  @WorkflowInterface
  interface OrderWorkflow {
    @WorkflowMethod
    String order(Order order);

    @SignalMethod
    void approve(Approval approval);
  }

  static final class OrderWorkflowImpl implements OrderWorkflow {
    private final ShopActivities shop =
        Workflow.newActivityStub(
            ShopActivities.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofMinutes(10)).build());
    private Approval approval;

    @Override
    public String order(Order order) {
      shop.reserve(order);
      String payment = shop.charge(order);
      shop.ask(order, Workflow.getInfo().getWorkflowId());
      if (!Workflow.await(Duration.ofDays(3), () -> approval != null) || !approval.granted()) {
        shop.refund(payment);
        return "refused";
      }
      List<Promise<String>> parcels = new ArrayList<>();
      for (String parcel : order.parcels()) {
        Workflow.await(() -> parcels.stream().filter(sent -> !sent.isCompleted()).count() < 2);
        parcels.add(Async.function(shop::ship, parcel));
      }
      List<String> sent = parcels.stream().map(Promise::get).toList();
      shop.receipt(order, payment, sent);
      return "shipped";
    }

    @Override
    public void approve(Approval given) {
      approval = given;
    }
  }

  static void register(Worker worker, Shop shop) {
    worker.registerWorkflowImplementationTypes(OrderWorkflowImpl.class);
    worker.registerActivitiesImplementations(new ShopAdapter(shop));
  }

  // endregion

  private TemporalOrder() {}
}
