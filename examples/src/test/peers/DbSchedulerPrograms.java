package peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerClient.ScheduleOptions;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.Schedules;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import javax.sql.DataSource;
import peers.Application.Bank;
import peers.Application.Ledger;
import peers.Application.Mail;
import peers.Application.Office;
import peers.Application.Order;
import peers.Application.Payout;
import peers.Application.Shipping;
import peers.Application.State;
import peers.Application.Transactions;
import peers.Application.Warehouse;

/** The programs with db-scheduler 16.12.0, compiled with its jar. */
final class DbSchedulerPrograms {
  // region firstTask
  static final TaskDescriptor<Payout> SEND_RECEIPT =
      TaskDescriptor.of("SEND_RECEIPT", Payout.class);

  // endregion

  static final TaskDescriptor<Payout> PAY = TaskDescriptor.of("PAY", Payout.class);
  static final TaskDescriptor<Void> REINDEX = TaskDescriptor.of("REINDEX");
  static final TaskDescriptor<Shipping> SHIP = TaskDescriptor.of("SHIP", Shipping.class);

  /**
   * @param joining returns the connection of the running transaction, as Spring's
   *     TransactionAwareDataSourceProxy does
   */
  static void firstTask(
      DataSource database,
      DataSource joining,
      Transactions transactions,
      Mail mail,
      Ledger ledger,
      Payout due)
      throws Exception {
    // region firstTask
    OneTimeTask<Payout> sendReceipt =
        Tasks.oneTime(SEND_RECEIPT).execute((instance, context) -> mail.send(instance.getData()));
    Scheduler scheduler =
        Scheduler.create(database, sendReceipt)
            .enableImmediateExecution()
            .registerShutdownHook()
            .build();
    scheduler.start();
    SchedulerClient client = SchedulerClient.Builder.create(joining, sendReceipt).build();
    transactions.run(
        connection -> {
          ledger.book(connection, due);
          client.scheduleIfNotExists(
              SEND_RECEIPT.instance(due.id()).data(due).scheduledTo(Instant.now()));
        });
    // endregion
  }

  static Task<Payout> retry(Bank bank) {
    // region retry
    FailureHandler<Payout> usual =
        FailureHandler.<Payout>maxRetries(7).withBackoff(Duration.ofSeconds(5), 2).thenRemove();
    return Tasks.custom(PAY)
        .onFailure(
            (failed, operations) -> {
              Throwable cause = failed.getCause().orElseThrow().getCause();
              if (cause instanceof SocketTimeoutException) {
                operations.reschedule(failed, Instant.now().plus(Duration.ofMinutes(1)));
              } else if (cause instanceof IllegalArgumentException) {
                operations.remove();
              } else {
                usual.onFailure(failed, operations);
              }
            })
        .execute(
            (instance, context) -> {
              if (!bank.isOpen()) {
                return (done, operations) ->
                    operations.reschedule(done, Instant.now().plus(Duration.ofHours(1)));
              }
              pay(bank, instance.getData(), instance.getId());
              return new CompletionHandler.OnCompleteRemove<>();
            });
    // endregion
  }

  static void unique(SchedulerClient client, Payout payout) {
    // region unique
    client.scheduleIfNotExists(PAY.instance(payout.id()).data(payout).scheduledTo(Instant.now()));
    client.schedule(
        REINDEX.instance("some").scheduledTo(Instant.now().plus(Duration.ofMinutes(1))),
        ScheduleOptions.WHEN_EXISTS_RESCHEDULE);
    // endregion
  }

  static Scheduler schedule(DataSource database, Office office) {
    // region schedule
    RecurringTask<Void> closeBooks =
        Tasks.recurring(
                "CLOSE_BOOKS", Schedules.cron("0 30 18 * * MON-FRI", ZoneId.of("Europe/Berlin")))
            .execute((instance, context) -> office.closeBooks());
    return Scheduler.create(database).startTasks(closeBooks).build();
    // endregion
  }

  static Task<Shipping> states(Warehouse warehouse) {
    // region states
    return Tasks.custom(SHIP)
        .execute(
            (instance, context) -> {
              Shipping now = instance.getData();
              return switch (now.state()) {
                case ORDERED -> {
                  String parcel = warehouse.pack(now.order(), instance.getId());
                  yield next(now, State.PACKING, parcel, Duration.ofMinutes(5));
                }
                case PACKING ->
                    warehouse.isPacked(now.parcel())
                        ? next(now, State.PACKED, now.parcel(), Duration.ZERO)
                        : next(now, State.PACKING, now.parcel(), Duration.ofMinutes(5));
                case PACKED -> new CompletionHandler.OnCompleteRemove<>();
              };
            });
    // endregion
  }

  // region states
  static CompletionHandler<Shipping> next(
      Shipping now, State state, String parcel, Duration delay) {
    return (done, operations) ->
        operations.reschedule(
            done, Instant.now().plus(delay), new Shipping(now.order(), state, parcel));
  }

  // endregion

  static void packed(SchedulerClient client, Order order, String parcel) {
    // region states
    client.reschedule(
        SHIP.instanceId(order.number()),
        Instant.now(),
        new Shipping(order.number(), State.PACKED, parcel));
    // endregion
  }

  static OneTimeTask<Payout> asked(Bank bank) {
    // region exactlyOnce
    return Tasks.oneTime(PAY)
        .onDeadExecution(
            (dead, operations) -> {
              if (bank.has(dead.getExecution().taskInstance.getId())) {
                operations.remove();
              } else {
                operations.reschedule(dead, Instant.now());
              }
            })
        .execute((instance, context) -> pay(bank, instance.getData(), instance.getId()));
    // endregion
  }

  private static void pay(Bank bank, Payout payout, String key) {
    try {
      bank.pay(payout, key);
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  static void operate(SchedulerClient client) {
    // region operate
    client.getScheduledExecutionsForTask("PAY", Payout.class).stream()
        .filter(execution -> execution.getConsecutiveFailures() > 0)
        .peek(execution -> System.out.println(execution))
        .forEach(execution -> client.reschedule(execution.getTaskInstance(), Instant.now()));
    // endregion
  }

  private DbSchedulerPrograms() {}
}
