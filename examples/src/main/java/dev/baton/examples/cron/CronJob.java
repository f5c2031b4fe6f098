package dev.baton.examples.cron;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.examples.ExampleDatabase;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Tick;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Two nodes declare the same job, which runs every second by Berlin's clock. Each tick runs once,
 * on one of the nodes. A real job would use an expression such as {@code "0 30 18 * * MON-FRI"}.
 */
public final class CronJob {
  private static final Schedule CLOSE_BOOKS =
      Schedule.cron("close-books", "* * * * * *", ZoneId.of("Europe/Berlin"))
          .adds(TaskRequest.of(TaskType.of("CLOSE_BOOKS")));

  private CronJob() {}

  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      run(database, 3).forEach(tick -> System.out.println("closed the books of " + tick));
    }
  }

  /** Returns the times of the first ticks that ran. */
  static List<Instant> run(DataSource database, int count) throws Exception {
    BlockingQueue<Instant> ticks = new LinkedBlockingQueue<>();
    TaskDefinition<?, ?> closing =
        TaskDefinition.of(TaskType.of("CLOSE_BOOKS"))
            .handler(
                (none, attempt) -> {
                  Tick.of(attempt).ifPresent(tick -> ticks.add(tick.time()));
                });
    List<Instant> first = new ArrayList<>();
    try (Baton one =
            Baton.builder(JdbcStore.of(database)).define(closing).schedule(CLOSE_BOOKS).start();
        Baton other =
            Baton.builder(JdbcStore.of(database)).define(closing).schedule(CLOSE_BOOKS).start()) {
      while (first.size() < count) {
        Instant tick = ticks.poll(30, TimeUnit.SECONDS);
        if (tick == null) {
          throw new IllegalStateException(
              "no tick came: " + other.schedules().list().page(10).items());
        }
        first.add(tick);
      }
      one.schedules().end(CLOSE_BOOKS.name());
    }
    return first;
  }
}
