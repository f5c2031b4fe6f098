package dev.baton.examples.batch;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Batch;
import dev.baton.api.TaskHandle;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.examples.ExampleDatabase;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * Sends a batch of invoices, then closes the month. The closing task runs when all invoices have
 * ended, sent or not; the books are handed over only if every invoice was sent. One transaction
 * adds all tasks. The transaction that ends the last invoice releases the tasks that follow.
 */
public final class MonthEnd {
  record Invoice(String customer) {}

  record Month(String name) {}

  static final TaskType<Invoice, Void> SEND = TaskType.of("SEND", Invoice.class);
  static final TaskType<Month, String> CLOSE = TaskType.of("CLOSE", Month.class, String.class);
  static final TaskType<Month, Void> HAND_OVER = TaskType.of("HAND_OVER", Month.class);

  private MonthEnd() {}

  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      System.out.println(close(database, "May", List.of("ada", "grace", "nobody")));
    }
  }

  /**
   * Sends an invoice to each customer, closes the month and returns how many invoices were sent.
   */
  static String close(DataSource database, String month, List<String> customers) throws Exception {
    try (Baton baton =
        Baton.builder(JdbcStore.of(database))
            .define(
                TaskDefinition.of(SEND).outcome((invoice, attempt) -> send(invoice)),
                TaskDefinition.of(CLOSE)
                    .handler(
                        (closed, attempt) -> {
                          long sent =
                              attempt.waitedFor().stream()
                                  .filter(invoice -> invoice.end() == Status.DONE)
                                  .count();
                          return closed.name() + ": " + sent + " of " + attempt.waitedFor().size();
                        }),
                TaskDefinition.of(HAND_OVER).handler((books, attempt) -> System.out.println(books)))
            .start()) {
      List<? extends TaskRequest<?, ?>> invoices =
          customers.stream().map(name -> SEND.with(new Invoice(name))).toList();
      // region batch
      Batch.Added added =
          baton
              .tasks()
              .addBatch(
                  Batch.of(invoices)
                      .whenAllDone(HAND_OVER.with(new Month(month)))
                      .whenAllEnded(CLOSE.with(new Month(month))));
      // endregion
      TaskHandle<String> close = baton.tasks().handle(CLOSE, added.following().get(1).taskId());
      return Objects.requireNonNull(close.await(Duration.ofSeconds(30)));
    }
  }

  private static Outcome<Void> send(Invoice invoice) {
    return invoice.customer().equals("nobody")
        ? Outcome.failed("the customer doesn't exist")
        : Outcome.done();
  }
}
