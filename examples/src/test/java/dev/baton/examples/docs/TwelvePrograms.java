package dev.baton.examples.docs;

import dev.baton.Baton;
import dev.baton.api.Batch;
import dev.baton.api.Conflict;
import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskResult;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.Unique;
import dev.baton.handler.Attempt;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.Retry;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.limit.FairShare;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.task.Status;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** The twelve programs of the page "The API at a glance". {@link TwelveProgramsTest} runs them. */
final class TwelvePrograms {
  record Payout(String id, String partner, long cents) {}

  record Month(int year, int month) {}

  record Invoice(int number) {}

  record Order(String number) {}

  record Purge(String table, int rows) {
    Purge and(Purge other) {
      return new Purge(table, rows + other.rows);
    }
  }

  record Change(String partner, String text) {}

  record Approval(String by, boolean granted) {}

  enum Shipping {
    ORDERED,
    PACKING,
    PACKED
  }

  /** A mail provider. */
  interface Mail {
    void send(Payout payout);
  }

  /** The application's own tables. */
  interface Ledger {
    void book(Connection connection, Payout payout) throws SQLException;
  }

  /** A bank that recognizes a repeated call by its key. */
  interface Bank {
    boolean isOpen();

    void pay(Payout payout, String key) throws Exception;

    boolean has(String key);
  }

  /** A warehouse that packs on request and answers later. */
  interface Warehouse {
    String pack(String order, String key);

    boolean isPacked(String parcel);
  }

  /** Other work of the application. */
  interface Office {
    void closeBooks();

    int purge(Purge purge);

    void reindex();

    void send(Invoice invoice);

    void handOver(Month month);

    void close(Month month);

    void ask(Payout payout, UUID task);

    String quote(Payout payout);

    void tell(Change change);

    void render(Payout payout);
  }

  static final TaskType<Void, Void> REINDEX = TaskType.of("REINDEX");
  static final TaskType<Invoice, Void> SEND_INVOICE = TaskType.of("SEND_INVOICE", Invoice.class);
  static final TaskType<Month, Void> HAND_OVER = TaskType.of("HAND_OVER", Month.class);
  static final TaskType<Month, Void> CLOSE_MONTH = TaskType.of("CLOSE_MONTH", Month.class);
  static final TaskType<Order, String> SHIP = TaskType.of("SHIP", Order.class, String.class);
  static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);
  static final TaskType<Payout, String> APPROVED = TaskType.of("A", Payout.class, String.class);

  // region firstTaskType
  static final TaskType<Payout, Void> SEND_RECEIPT = TaskType.of("SEND_RECEIPT", Payout.class);

  // endregion

  // region uniqueType
  static final TaskType<Purge, Integer> PURGE =
      TaskType.of("PURGE", Purge.class, Integer.class)
          .unique(purge -> Unique.idFrom(purge.table()), Conflict.merge(Purge::and));

  // endregion

  // region scheduleType
  static final TaskType<Void, Void> CLOSE_BOOKS = TaskType.of("CLOSE_BOOKS");

  // endregion

  // region signalType
  static final SignalType<Approval> APPROVAL = SignalType.of("approval", Approval.class);

  // endregion

  // region resultType
  static final TaskType<Payout, String> QUOTE = TaskType.of("QUOTE", Payout.class, String.class);

  // endregion

  // region orderedType
  static final TaskType<Change, Void> TELL = TaskType.of("TELL", Change.class).ordered();
  static final TaskType<Payout, Void> RENDER = TaskType.of("RENDER", Payout.class);

  // endregion

  private TwelvePrograms() {}

  static void firstTask(DataSource database, Mail mail, Ledger ledger, Payout due)
      throws Exception {
    // region firstTask
    BatonSchema.apply(database);
    JdbcTransactions transactions = JdbcTransactions.of(database);
    try (Baton baton =
        Baton.builder(JdbcStore.of(database))
            .transactions(transactions)
            .define(TaskDefinition.of(SEND_RECEIPT).handler((payout, attempt) -> mail.send(payout)))
            .start()) {
      transactions.run(
          transaction -> {
            ledger.book(transaction.connection(), due);
            baton.tasks().add(transaction, SEND_RECEIPT.with(due));
          });
    }
    // endregion
  }

  static TaskDefinition<?, ?> retry(Bank bank) {
    // region retry
    return TaskDefinition.of(PAY)
        .outcome(
            (payout, attempt) -> {
              if (!bank.isOpen()) {
                return Outcome.snooze(Duration.ofHours(1)); // closed: nothing failed
              }
              bank.pay(payout, attempt.idempotencyKey());
              return Outcome.done();
            })
        .retry(
            Retry.exponential(Duration.ofSeconds(5))
                .maxDelay(Duration.ofMinutes(10))
                .maxAttempts(8)
                .on(SocketTimeoutException.class, Retry.fixed(Duration.ofMinutes(1)).forever())
                .on(IllegalArgumentException.class, Retry.never()));
    // endregion
  }

  static TaskDefinition<?, ?> limits(Mail mail) {
    // region limits
    return TaskDefinition.of(SEND_RECEIPT)
        .handler((payout, attempt) -> mail.send(payout))
        .limits(
            Limit.node(15).extra(5).forPriorityUpTo(2), // 20 for priorities 0 to 2
            Limit.cluster("mail", 40),
            Limit.cluster("partner", 5).perKey(),
            Limit.clusterRate("mail-rate", Rate.of(20, Duration.ofSeconds(1)).burst(5)));
    // endregion
  }

  static void unique(Tasks tasks, Payout payout) {
    // region unique
    tasks.add(PURGE.with(new Purge("log", 500))); // merged into a task that has not begun
    tasks.add(PAY.with(payout).unique(Unique.whileKept(payout.id())));
    tasks.add(TaskRequest.of(REINDEX).unique(Unique.forAtLeast(Duration.ofHours(1), "all")));
    tasks.add(
        TaskRequest.of(REINDEX)
            .unique(
                Unique.whileLive("some"),
                Conflict.debounce(Duration.ofMinutes(1), Duration.ofMinutes(10))));
    // endregion
  }

  static Baton.Builder schedule(Baton.Builder builder, Office office) {
    // region schedule
    return builder
        .define(TaskDefinition.of(CLOSE_BOOKS).handler((none, attempt) -> office.closeBooks()))
        .schedule(
            Schedule.cron("close-books", "0 30 18 * * MON-FRI", ZoneId.of("Europe/Berlin"))
                .adds(TaskRequest.of(CLOSE_BOOKS))
                .missed(Missed.ALL)
                .overlap(Overlap.QUEUE));
    // endregion
  }

  static Batch.Added batch(
      Tasks tasks, Transaction transaction, List<Invoice> invoices, Month month) {
    // region batch
    return tasks.addBatch(
        transaction,
        Batch.of(invoices.stream().map(SEND_INVOICE::with).toList())
            .whenAllDone(HAND_OVER.with(month))
            .whenAllEnded(CLOSE_MONTH.with(month)));
    // endregion
  }

  static StateMachine<Order, String, Shipping, String> states(Warehouse warehouse) {
    // region states
    return StateMachine.of(SHIP, Shipping.class, String.class)
        .on(
            Shipping.ORDERED,
            step -> {
              String key = step.attempt().idempotencyKey();
              String parcel = warehouse.pack(step.payload().number(), key);
              return step.park(Duration.ofMinutes(5), Shipping.PACKING, parcel);
            })
        .on(
            Shipping.PACKING,
            step -> {
              String parcel = step.dataOr("");
              return warehouse.isPacked(parcel)
                  ? step.goTo(Shipping.PACKED, parcel)
                  : step.stay(Duration.ofMinutes(5), parcel);
            })
        .on(Shipping.PACKED, step -> Outcome.done(step.dataOr("")));
    // endregion
  }

  static void packed(
      Tasks tasks, StateMachine<Order, String, Shipping, String> machine, UUID task) {
    // region statesSignal
    machine.move(
        tasks,
        task,
        seen ->
            seen.state() == Shipping.PACKING
                ? seen.goTo(Shipping.PACKED, seen.dataOr(""))
                : seen.notWanted());
    // endregion
  }

  static TaskDefinition<?, ?> signal(Office office, Bank bank) {
    return TaskDefinition.of(APPROVED)
        .handler((payout, attempt) -> pay(payout, attempt, office, bank));
  }

  // region signalAwait
  static String pay(Payout payout, Attempt attempt, Office office, Bank bank) throws Exception {
    attempt.step("ask", () -> office.ask(payout, attempt.taskId()));
    Optional<Approval> approval = attempt.awaitSignal(APPROVAL, Duration.ofDays(3));
    if (approval.isEmpty() || !approval.get().granted()) {
      return "not paid";
    }
    attempt.step("pay", () -> bank.pay(payout, attempt.stepKey("pay")));
    return "paid";
  }

  // endregion

  static Delivery approve(Tasks tasks, Transaction transaction, UUID task) {
    // region signalSend
    return tasks.signal(transaction, task, APPROVAL, new Approval("Ann", true));
    // endregion
  }

  static TaskDefinition<?, ?> result(Office office) {
    // region result
    return TaskDefinition.of(QUOTE)
        .handler((payout, attempt) -> office.quote(payout))
        .retry(Retry.never());
    // endregion
  }

  static CompletionStage<String> quote(Tasks tasks, Payout payout) {
    // region resultAwait
    return tasks
        .submit(QUOTE.with(payout))
        .failOnError()
        .end()
        .thenApply(
            end -> end instanceof TaskResult.Done<String> done ? done.value() : "no quote today");
    // endregion
  }

  static TaskDefinition<?, ?> exactlyOnce(Ledger ledger) {
    // region exactlyOnce
    return TaskDefinition.of(PAY)
        .transactionalOutcome(
            (payout, attempt, transaction) -> {
              ledger.book(transaction.unwrap(Connection.class), payout);
              return Outcome.next(SEND_RECEIPT.with(payout));
            });
    // endregion
  }

  static TaskDefinition<?, ?> asked(Bank bank) {
    // region exactlyOnceAsk
    return TaskDefinition.of(PAY)
        .handler(
            (payout, attempt) -> {
              attempt.markIrreversible();
              bank.pay(payout, attempt.idempotencyKey());
            })
        .onLost(
            OnLost.askIfMarked(
                (payout, attempt) ->
                    bank.has(attempt.idempotencyKey())
                        ? Reconciliation.happened()
                        : Reconciliation.notHappened()));
    // endregion
  }

  static List<TaskDefinition<?, ?>> orderedAndFair(Office office) {
    // region ordered
    return List.of(
        TaskDefinition.of(TELL).handler((change, attempt) -> office.tell(change)),
        TaskDefinition.of(RENDER)
            .handler((payout, attempt) -> office.render(payout))
            .fair(FairShare.weights(Map.of("acme", 5, "trial", 0.2))));
    // endregion
  }

  static void addOrderedAndFair(Tasks tasks, Change change, Payout payout) {
    // region orderedAdd
    tasks.add(TELL.with(change).key(change.partner()));
    tasks.add(RENDER.with(payout).key(payout.partner()));
    // endregion
  }

  static void operate(Baton baton, Consumer<String> report) {
    // region operate
    Operations operations = baton.operations().by("ann", "the bank is open again");
    for (TaskInfo task : operations.search(TaskFilter.all().type(PAY).status(Status.ERROR))) {
      ChangeResult result = operations.task(task.id()).ifUnchangedSince(task.version()).retry();
      report.accept(task.error().orElse("") + ": " + result);
    }
    operations.bulk(TaskFilter.all().type(PAY).status(Status.BLOCKED)).release();
    // endregion
  }
}
