package dev.baton.examples.order;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.examples.ExampleDatabase;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Reports each account's changes to the partner one after the other, in commit order. */
public final class Statements {
  record Change(String account, int amount) {}

  // region type
  static final TaskType<Change, Void> TELL = TaskType.of("TELL_PARTNER", Change.class).ordered();

  // endregion

  private Statements() {}

  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      System.out.println(tell(database, "ada", List.of(10, -3, 5)));
    }
  }

  /**
   * Notifies the partner of each amount. Returns the notifications in the order of their arrival.
   */
  static List<Integer> tell(DataSource database, String account, List<Integer> amounts)
      throws Exception {
    Queue<Integer> heard = new ConcurrentLinkedQueue<>();
    try (Baton baton =
        Baton.builder(JdbcStore.of(database))
            .define(
                // region aside
                TaskDefinition.of(TELL)
                    .handler((change, attempt) -> heard.add(change.amount()))
                    .retry(Retry.fixed(Duration.ofSeconds(1)).maxAttempts(5))
                    .failWhenExhausted()
                // endregion
                )
            .start()) {
      for (int amount : amounts) {
        // region add
        Change change = new Change(account, amount);
        baton.tasks().add(TELL.with(change).key(change.account()));
        // endregion
      }
      while (heard.size() < amounts.size()) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
    return List.copyOf(heard);
  }
}
