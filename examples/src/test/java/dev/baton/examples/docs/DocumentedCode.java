package dev.baton.examples.docs;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.Unique;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.Retry;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleRule;
import dev.baton.task.Status;
import java.sql.Connection;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Code that the documents show. Some of it runs in {@link DocumentedCodeTest}. */
final class DocumentedCode {
  record Payout(String partner, long cents) {}

  record Order(String number) {}

  /** A bank's answer for a payout. */
  enum Known {
    PAID,
    NOT_PAID,
    NOT_KNOWN
  }

  /** A partner that can report what happened to a payout. */
  interface Bank {
    void pay(Payout payout, String idempotencyKey, long fencingToken);

    Known find(String idempotencyKey);
  }

  /** A mail provider. */
  interface Mail {
    void send(Payout payout);
  }

  /** A warehouse that packs on request and answers later. */
  interface Warehouse {
    String pack(String order, String idempotencyKey);

    boolean isPacked(String parcel);
  }

  static final TaskType<Payout, Void> PAY_OUT = TaskType.of("PAY_OUT", Payout.class);

  // region readmeType
  static final TaskType<Payout, Void> SEND_RECEIPT = TaskType.of("SEND_RECEIPT", Payout.class);

  // endregion

  private DocumentedCode() {}

  static void readme(DataSource dataSource, Mail mail, Payout payout) throws Exception {
    // region readme
    BatonSchema.apply(dataSource); // makes Baton's tables
    JdbcTransactions transactions = JdbcTransactions.of(dataSource);
    Baton baton =
        Baton.builder(JdbcStore.of(dataSource))
            .transactions(transactions)
            .define(
                TaskDefinition.of(SEND_RECEIPT)
                    .handler((sent, attempt) -> mail.send(sent))
                    .limits(
                        Limit.node(15),
                        Limit.cluster("mail", 40),
                        Limit.cluster("partner", 5).perKey()))
            .start();

    transactions.run(
        transaction -> {
          insertPayout(transaction.connection(), payout);
          baton.tasks().add(transaction, SEND_RECEIPT.with(payout).key(payout.partner()));
        });
    // endregion
  }

  private static void insertPayout(Connection connection, Payout payout) throws Exception {
    try (var insert = connection.prepareStatement("INSERT INTO payout VALUES (?, ?)")) {
      insert.setString(1, payout.partner());
      insert.setLong(2, payout.cents());
      insert.executeUpdate();
    }
  }

  static TaskDefinition<?, ?> resumed(Bank bank) {
    // region resume
    return TaskDefinition.of(PAY_OUT)
        .handler(
            (payout, attempt) ->
                bank.pay(payout, attempt.idempotencyKey(), attempt.fencingToken()));
    // endregion
  }

  static TaskDefinition<?, ?> asked(Bank bank) {
    // region ask
    return TaskDefinition.of(PAY_OUT)
        .handler(
            (payout, attempt) -> {
              attempt.markIrreversible();
              bank.pay(payout, attempt.idempotencyKey(), attempt.fencingToken());
            })
        .onLost(
            OnLost.askIfMarked(
                (payout, attempt) ->
                    switch (bank.find(attempt.idempotencyKey())) {
                      case PAID -> Reconciliation.happened();
                      case NOT_PAID -> Reconciliation.notHappened();
                      case NOT_KNOWN -> Reconciliation.unknown("the bank doesn't know the payout");
                    }));
    // endregion
  }

  static TaskDefinition<?, ?> limited(Mail mail) {
    // region limits
    return TaskDefinition.of(SEND_RECEIPT)
        .handler((payout, attempt) -> mail.send(payout))
        .limits(
            Limit.node(15).extra(5).forPriorityUpTo(2), // 15 on each node, 20 for priorities 0 to 2
            Limit.cluster("partner", 5).perKey(), // 5 at a time for each partner
            Limit.clusterRate("mail", Rate.of(20, Duration.ofSeconds(1)).burst(5))); // 20 a second
    // endregion
  }

  /** Changes limits as an operator does while a bank is slow. */
  static void overrides(Baton baton) {
    // region overrides
    Overrides overrides = baton.operations().by("ann", "the bank is slow").overrides();
    overrides.set(OverrideTarget.ofType(Kind.NODE_SLOTS, SEND_RECEIPT), new OverrideValue.Slots(5));
    overrides.set(
        OverrideTarget.rate("mail"),
        new OverrideValue.Pace(2, Duration.ofSeconds(1), 1)); // 2 a second, burst 1
    overrides.reset(OverrideTarget.rate("mail")); // back to the limit in the code
    // endregion
  }

  /** Returns why a task waits, first while its type is paused. */
  static List<String> waits(Baton baton, UUID id) {
    // region waits
    baton.cluster().pause(Pause.type(SEND_RECEIPT), "the bank is closed");
    String paused = baton.operations().task(id).explain().text();
    baton.cluster().resume(Pause.type(SEND_RECEIPT));
    String text = baton.operations().task(id).explain().text();
    // endregion
    return List.of(paused, text);
  }

  static Schedule books() {
    // region cron
    return Schedule.cron("close-books", "0 30 18 * * MON-FRI", ZoneId.of("Europe/Berlin"))
        .adds(TaskRequest.of(TaskType.of("CLOSE_BOOKS")))
        .missed(Missed.ALL)
        .overlap(Overlap.QUEUE);
    // endregion
  }

  static Schedule refresh() {
    // region delay
    return Schedule.fixedDelay("refresh-rates", Duration.ofMinutes(10))
        .adds(TaskRequest.of(TaskType.of("REFRESH_RATES")))
        .jitter(Duration.ofSeconds(30));
    // endregion
  }

  static void changeAtRunTime(Baton baton) {
    // region runTime
    baton.schedules().put(refresh());
    baton.schedules().pause("refresh-rates");
    baton.schedules().resume("refresh-rates");
    baton.schedules().runNow("refresh-rates");
    baton.schedules().end("refresh-rates");
    // endregion
  }

  enum Shipping {
    ORDERED,
    PACKING,
    PACKED
  }

  static final TaskType<Order, String> SHIP = TaskType.of("SHIP", Order.class, String.class);

  static StateMachine<Order, String, Shipping, String> shipping(Warehouse warehouse) {
    // region machine
    return StateMachine.of(SHIP, Shipping.class, String.class)
        .on(
            Shipping.ORDERED,
            step -> {
              String parcel =
                  warehouse.pack(step.payload().number(), step.attempt().idempotencyKey());
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
        .on(Shipping.PACKED, step -> Outcome.done(step.dataOr("")))
        .limits(Shipping.ORDERED, Limit.node(3));
    // endregion
  }

  static void packed(
      Tasks tasks, StateMachine<Order, String, Shipping, String> machine, UUID task) {
    // region signal
    machine.move(
        tasks,
        task,
        seen ->
            seen.state() == Shipping.PACKING
                ? seen.goTo(Shipping.PACKED, seen.dataOr(""))
                : seen.notWanted());
    // endregion
  }

  static List<TaskInfo> labels(Baton baton, Payout payout) {
    // region labels
    baton.tasks().add(PAY_OUT.with(payout).label("partner", "acme").label("run", "2026-03"));

    TaskFilter ofAcme = TaskFilter.all().label("partner", "acme").status(Status.DONE);
    List<TaskInfo> done = baton.operations().search(ofAcme).page(100).items();
    // endregion
    return done;
  }

  static void moving(Baton baton, Transaction transaction, Payout payout, Instant tomorrow) {
    // region moveAdd
    Unique once = Unique.forAtLeast(Duration.ofDays(31), "ada/2026-03");
    baton.tasks().add(transaction, PAY_OUT.with(payout)); // now
    baton.tasks().add(transaction, PAY_OUT.with(payout).runAt(tomorrow)); // later
    baton.tasks().add(transaction, PAY_OUT.with(payout).unique(once)); // once a month
    // endregion
  }

  static TaskDefinition<?, ?> movedHandler(Bank bank) {
    // region moveHandler
    return TaskDefinition.of(PAY_OUT)
        .handler((payout, attempt) -> bank.pay(payout, attempt.idempotencyKey(), 0))
        .retry(Retry.exponential(Duration.ofSeconds(5)).maxAttempts(10))
        .limits(Limit.node(15));
    // endregion
  }

  static TaskDefinition<?, ?> movedFromTwTasks(Bank bank) {
    // region moveTwTasks
    return TaskDefinition.of(PAY_OUT)
        .handler((payout, attempt) -> bank.pay(payout, attempt.idempotencyKey(), 0))
        .deadline(Duration.ofMinutes(30))
        .bucket("payout")
        .limits(Limit.node(5), Limit.node(2).perKey()) // the key is the partner
        .retry(
            Retry.exponential(Duration.ofSeconds(5))
                .multiplier(4)
                .maxDelay(Duration.ofMinutes(20))
                .maxAttempts(5));
    // endregion
  }

  static TaskRequest<?, ?> addedAsInTwTasks(Payout payout) {
    // region moveTwAdd
    return PAY_OUT.with(payout).key(payout.partner()).runIn(Duration.ofHours(1));
    // endregion
  }

  static TaskDefinition<?, ?> repeated(Runnable refresh) {
    // region moveRepeat
    return TaskDefinition.of(TaskType.of("REFRESH_RATES"))
        .outcome(
            (none, attempt) -> {
              refresh.run();
              return Outcome.repeat(Duration.ofMinutes(10)); // success: attempts count from 0 again
            })
        .retry(Retry.fixed(Duration.ofSeconds(30)).forever());
    // endregion
  }

  static void addRepeated(Tasks tasks) {
    // region moveRepeatAdd
    tasks.add(
        TaskRequest.of(TaskType.of("REFRESH_RATES"))
            .id(UUID.fromString("5c60b661-6d2b-43ac-974e-434512f776a0"))); // each node may add it
    // endregion
  }

  static Schedule statements() {
    // region moveCalendar
    return Schedule.byRule("statements", "working-days")
        .adds(TaskRequest.of(TaskType.of("STATEMENTS")));
    // endregion
  }

  static ScheduleRule workingDays(Set<LocalDate> holidays) {
    // region moveRule
    return asked ->
        Stream.iterate(asked.now().atZone(ZoneOffset.UTC).toLocalDate(), day -> day.plusDays(1))
            .filter(day -> day.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0)
            .filter(day -> !holidays.contains(day))
            .map(day -> day.atTime(18, 0).toInstant(ZoneOffset.UTC))
            .filter(time -> time.isAfter(asked.now()))
            .findFirst();
    // endregion
  }

  static TaskDefinition<?, ?> polled(BooleanSupplier statementIsThere) {
    // region movePolled
    return TaskDefinition.of(TaskType.of("POLL_BANK"))
        .outcome(
            (none, attempt) ->
                statementIsThere.getAsBoolean()
                    ? Outcome.repeat(Duration.ofHours(1))
                    : Outcome.repeat(Duration.ofMinutes(1)));
    // endregion
  }

  static TaskDefinition<?, ?> continued(Tasks tasks) {
    // region continue
    return TaskDefinition.of(PAY_OUT)
        .transactional(
            (payout, attempt, transaction) -> tasks.add(transaction, SEND_RECEIPT.with(payout)));
    // endregion
  }

  static TaskDefinition<?, ?> progressed() {
    // region moveSteps
    return TaskDefinition.of(TaskType.of("IMPORT"))
        .handler(
            (none, attempt) -> {
              int done = attempt.data() == null ? 0 : Integer.parseInt(attempt.data().toText());
              while (done < 1_000) {
                done += 100; // read, write, then report the progress
                attempt.checkpoint(dev.baton.task.Bytes.of(String.valueOf(done)));
              }
            });
    // endregion
  }
}
