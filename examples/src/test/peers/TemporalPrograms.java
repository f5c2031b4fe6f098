package peers;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.ScheduleOverlapPolicy;
import io.temporal.client.ActivityClient;
import io.temporal.client.StartActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.schedules.Schedule;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleOptions;
import io.temporal.client.schedules.SchedulePolicy;
import io.temporal.client.schedules.ScheduleSpec;
import io.temporal.common.Priority;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import peers.Application.Approval;
import peers.Application.Bank;
import peers.Application.Invoice;
import peers.Application.Ledger;
import peers.Application.Mail;
import peers.Application.Month;
import peers.Application.Office;
import peers.Application.Payout;
import peers.Application.Transactions;

/** The programs with Temporal's SDK for Java 1.38.0, compiled with its jar. */
final class TemporalPrograms {
  // region firstTask
  @ActivityInterface
  interface Receipts {
    void send(Payout payout);
  }

  // endregion

  static void firstTask(Transactions transactions, Mail mail, Ledger ledger, Payout due)
      throws Exception {
    // region firstTask
    WorkflowServiceStubs service = WorkflowServiceStubs.newLocalServiceStubs();
    WorkerFactory factory = WorkerFactory.newInstance(WorkflowClient.newInstance(service));
    Receipts receipts = mail::send;
    factory.newWorker("receipts").registerActivitiesImplementations(receipts);
    factory.start();
    ActivityClient client = ActivityClient.newInstance(service);
    transactions.run(connection -> ledger.book(connection, due));
    client.start(
        Receipts.class,
        Receipts::send,
        StartActivityOptions.newBuilder()
            .setId(due.id())
            .setTaskQueue("receipts")
            .setStartToCloseTimeout(Duration.ofMinutes(10))
            .build(),
        due);
    // endregion
  }

  // region retry
  @ActivityInterface
  interface Pay {
    void pay(Payout payout);
  }

  static final class PayAtBank implements Pay {
    private final Bank bank;

    PayAtBank(Bank bank) {
      this.bank = bank;
    }

    @Override
    public void pay(Payout payout) {
      if (!bank.isOpen()) {
        throw later("the bank is closed", Duration.ofHours(1));
      }
      try {
        bank.pay(payout, Activity.getExecutionContext().getInfo().getActivityId());
      } catch (SocketTimeoutException late) {
        throw later("no answer", Duration.ofMinutes(1));
      } catch (Exception failure) {
        throw Activity.wrap(failure);
      }
    }

    private static ApplicationFailure later(String reason, Duration delay) {
      return ApplicationFailure.newBuilder()
          .setMessage(reason)
          .setType("later")
          .setNextRetryDelay(delay)
          .build();
    }
  }

  // endregion

  static StartActivityOptions.Builder retry() {
    // region retry
    return StartActivityOptions.newBuilder()
        .setTaskQueue("pay")
        .setStartToCloseTimeout(Duration.ofMinutes(10))
        .setRetryOptions(
            RetryOptions.newBuilder()
                .setInitialInterval(Duration.ofSeconds(5))
                .setMaximumInterval(Duration.ofMinutes(10))
                .setMaximumAttempts(8)
                .setDoNotRetry(IllegalArgumentException.class.getName())
                .build());
    // endregion
  }

  static Worker limits(WorkerFactory factory) {
    // region limits
    return factory.newWorker(
        "receipts",
        WorkerOptions.newBuilder()
            .setMaxConcurrentActivityExecutionSize(15)
            .setMaxTaskQueueActivitiesPerSecond(20)
            .build());
    // endregion
  }

  static void unique(ActivityClient client, Payout payout) {
    // region unique
    client.start(Pay.class, Pay::pay, retry().setId("PAY/" + payout.id()).build(), payout);
    // endregion
  }

  // region schedule
  @WorkflowInterface
  interface CloseBooks {
    @WorkflowMethod
    void close();
  }

  @ActivityInterface
  interface Books {
    void closeBooks();
  }

  static final class CloseBooksOnce implements CloseBooks {
    private final Books books = Workflow.newActivityStub(Books.class, tenMinutes());

    @Override
    public void close() {
      books.closeBooks();
    }
  }

  // endregion

  static ActivityOptions tenMinutes() {
    return ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofMinutes(10)).build();
  }

  static void schedule(Worker worker, ScheduleClient schedules, Office office) {
    // region schedule
    Books books = office::closeBooks;
    worker.registerWorkflowImplementationTypes(CloseBooksOnce.class);
    worker.registerActivitiesImplementations(books);
    schedules.createSchedule(
        "close-books",
        Schedule.newBuilder()
            .setAction(
                ScheduleActionStartWorkflow.newBuilder()
                    .setWorkflowType(CloseBooks.class)
                    .setOptions(
                        WorkflowOptions.newBuilder()
                            .setWorkflowId("close-books")
                            .setTaskQueue("books")
                            .build())
                    .build())
            .setSpec(
                ScheduleSpec.newBuilder()
                    .setCronExpressions(List.of("30 18 * * MON-FRI"))
                    .setTimeZoneName("Europe/Berlin")
                    .build())
            .setPolicy(
                SchedulePolicy.newBuilder()
                    .setOverlap(ScheduleOverlapPolicy.SCHEDULE_OVERLAP_POLICY_BUFFER_ALL)
                    .setCatchupWindow(Duration.ofDays(365))
                    .build())
            .build(),
        ScheduleOptions.newBuilder().build());
    // endregion
  }

  // region batch
  @ActivityInterface
  interface Invoices {
    void send(Invoice invoice);

    void handOver(Month month);

    void close(Month month);
  }

  @WorkflowInterface
  interface CloseMonth {
    @WorkflowMethod
    void close(Month month, List<Invoice> invoices);
  }

  static final class CloseMonthInParallel implements CloseMonth {
    private final Invoices office = Workflow.newActivityStub(Invoices.class, tenMinutes());

    @Override
    public void close(Month month, List<Invoice> invoices) {
      List<Promise<Void>> sent =
          invoices.stream().map(invoice -> Async.procedure(office::send, invoice)).toList();
      try {
        Promise.allOf(sent).get();
        office.handOver(month);
      } finally {
        sent.forEach(one -> one.handle((done, failure) -> failure).get());
        office.close(month);
      }
    }
  }

  // endregion

  static void batch(WorkflowClient client, Month month, List<Invoice> invoices) {
    // region batch
    CloseMonth workflow =
        client.newWorkflowStub(
            CloseMonth.class, WorkflowOptions.newBuilder().setTaskQueue("books").build());
    WorkflowClient.start(workflow::close, month, invoices);
    // endregion
  }

  // region states
  @ActivityInterface
  interface Packing {
    String pack(String order, String key);

    boolean isPacked(String parcel);
  }

  @WorkflowInterface
  interface Ship {
    @WorkflowMethod
    String ship(String order);

    @SignalMethod
    void packed();
  }

  static final class ShipByCallOrPoll implements Ship {
    private final Packing packing = Workflow.newActivityStub(Packing.class, tenMinutes());
    private boolean isPacked;

    @Override
    public String ship(String order) {
      String parcel = packing.pack(order, Workflow.getInfo().getWorkflowId());
      while (!Workflow.await(Duration.ofMinutes(5), () -> isPacked)) {
        isPacked = packing.isPacked(parcel);
      }
      return parcel;
    }

    @Override
    public void packed() {
      isPacked = true;
    }
  }

  // endregion

  static void packed(WorkflowClient client, String workflowId) {
    // region states
    client.newWorkflowStub(Ship.class, workflowId).packed();
    // endregion
  }

  // region signal
  @ActivityInterface
  interface Approvals {
    void ask(Payout payout, String workflowId);

    void pay(Payout payout);
  }

  @WorkflowInterface
  interface PayApproved {
    @WorkflowMethod
    String pay(Payout payout);

    @SignalMethod
    void approve(Approval approval);
  }

  static final class PayWhenApproved implements PayApproved {
    private final Approvals desk = Workflow.newActivityStub(Approvals.class, tenMinutes());
    private Approval approval;

    @Override
    public String pay(Payout payout) {
      desk.ask(payout, Workflow.getInfo().getWorkflowId());
      if (!Workflow.await(Duration.ofDays(3), () -> approval != null) || !approval.granted()) {
        return "not paid";
      }
      desk.pay(payout);
      return "paid";
    }

    @Override
    public void approve(Approval given) {
      approval = given;
    }
  }

  // endregion

  static void approve(WorkflowClient client, String workflowId) {
    // region signal
    client.newWorkflowStub(PayApproved.class, workflowId).approve(new Approval("Ann", true));
    // endregion
  }

  // region result
  @ActivityInterface
  interface Quotes {
    String quote(Payout payout);
  }

  // endregion

  static CompletableFuture<String> result(
      Worker worker, ActivityClient client, Office office, Payout payout) {
    // region result
    Quotes quotes = office::quote;
    worker.registerActivitiesImplementations(quotes);
    return client
        .executeAsync(
            Quotes.class,
            Quotes::quote,
            StartActivityOptions.newBuilder()
                .setId("QUOTE/" + payout.id())
                .setTaskQueue("quotes")
                .setStartToCloseTimeout(Duration.ofMinutes(10))
                .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
                .build(),
            payout)
        .exceptionally(failure -> "no quote today");
    // endregion
  }

  static StartActivityOptions.Builder fair(StartActivityOptions.Builder options, Payout payout) {
    // region ordered
    return options.setPriority(
        Priority.newBuilder()
            .setFairnessKey(payout.partner())
            .setFairnessWeight(payout.partner().equals("acme") ? 5 : 1)
            .build());
    // endregion
  }

  private TemporalPrograms() {}
}
