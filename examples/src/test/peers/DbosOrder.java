package peers;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The order of docs/workflows.md with DBOS Transact for Java 1.1.0-m6, compiled with its jar. */
final class DbosOrder {
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
  interface Orders {
    String order(Order order);

    String ship(String parcel);
  }

  static final class OrdersImpl implements Orders {
    private final DBOS dbos;
    private final Shop shop;
    private Orders self;

    OrdersImpl(DBOS dbos, Shop shop) {
      this.dbos = dbos;
      this.shop = shop;
    }

    @Override
    @Workflow
    public String order(Order order) {
      String id = DBOS.workflowId();
      dbos.runStep(() -> shop.reserve(order, id + "/reserve"), "reserve");
      String payment = dbos.runStep(() -> shop.charge(order, id + "/charge"), "charge");
      dbos.runStep(() -> shop.ask(order, id), "ask");
      Optional<Approval> approval = dbos.recv("approval", Duration.ofDays(3));
      if (approval.isEmpty() || !approval.get().granted()) {
        dbos.runStep(() -> shop.refund(payment, id + "/refund"), "refund");
        return "refused";
      }
      List<WorkflowHandle<String, RuntimeException>> parcels = new ArrayList<>();
      for (String parcel : order.parcels()) {
        parcels.add(
            dbos.startWorkflow(
                () -> self.ship(parcel), new StartWorkflowOptions().withQueue("ship")));
      }
      List<String> sent = parcels.stream().map(WorkflowHandle::getResult).toList();
      dbos.runStep(() -> shop.receipt(order, payment, sent, id + "/receipt"), "receipt");
      return "shipped";
    }

    @Override
    @Workflow
    public String ship(String parcel) {
      return dbos.runStep(() -> shop.ship(parcel, DBOS.workflowId()), "ship");
    }
  }

  static Orders register(DBOS dbos, Shop shop) {
    dbos.registerQueue(new Queue("ship").withConcurrency(2));
    OrdersImpl orders = new OrdersImpl(dbos, shop);
    orders.self = dbos.registerProxy(Orders.class, orders);
    return orders.self;
  }

  // endregion

  private DbosOrder() {}
}
