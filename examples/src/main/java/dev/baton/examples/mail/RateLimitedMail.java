package dev.baton.examples.mail;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.examples.ExampleDatabase;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * A mail provider accepts 20 mails a second, with bursts of 5. Two nodes of one cluster send mails
 * and together keep this rate, because the permits are in the database.
 */
public final class RateLimitedMail {
  record Mail(String to, String subject) {}

  static final TaskType<Mail, Void> SEND_MAIL = TaskType.of("SEND_MAIL", Mail.class);

  private RateLimitedMail() {}

  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      System.out.println("25 mails took " + send(database, 25).toMillis() + " ms");
    }
  }

  /** Sends the mails and returns how long it took. */
  static Duration send(DataSource database, int mails) throws Exception {
    CountDownLatch left = new CountDownLatch(mails);
    TaskDefinition<?, ?> sending =
        TaskDefinition.of(SEND_MAIL)
            .handler((mail, attempt) -> left.countDown())
            .limits(Limit.clusterRate("mail", Rate.of(20, Duration.ofSeconds(1)).burst(5)));
    try (Baton one = Baton.builder(JdbcStore.of(database)).define(sending).start();
        Baton other = Baton.builder(JdbcStore.of(database)).define(sending).start()) {
      long begun = System.nanoTime();
      one.tasks()
          .addAll(
              IntStream.range(0, mails)
                  .mapToObj(i -> SEND_MAIL.with(new Mail("user" + i, "News")))
                  .toList());
      if (!left.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            left.getCount() + " not sent; in hand: " + (one.leasedTasks() + other.leasedTasks()));
      }
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }
}
