package dev.baton.move.docs;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.move.Mapping;
import dev.baton.move.Move;
import dev.baton.move.OldTask;
import dev.baton.move.Quartz;
import dev.baton.move.Standing;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;

/** The code of docs/moving-from-quartz.md. */
final class MailsFromQuartz {
  private MailsFromQuartz() {}

  // region mapping
  static final Mapping BY_JOB =
      Mapping.builder()
          .type(
              "com.acme.SendMail",
              old ->
                  TaskType.of("SEND_MAIL", Bytes.class).with(Bytes.of(data(old).getProperty("to"))))
          .recurring("com.acme.CloseBooks", MailsFromQuartz::schedule)
          .build();

  /** Reads the data that Quartz stored with org.quartz.jobStore.useProperties. */
  private static Properties data(OldTask old) {
    Properties data = new Properties();
    try {
      data.load(new StringReader(old.text()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return data;
  }

  /** A cron expression is already translated to Baton's. */
  private static Schedule schedule(OldTask old) {
    Standing.Recurrence cron = old.recurrence();
    return Schedule.cron(old.id(), cron.expression(), Objects.requireNonNull(cron.zone()))
        .adds(TaskRequest.of(TaskType.of("CLOSE_BOOKS")));
  }

  // endregion

  static void move(DataSource dataSource) {
    // region move
    Move move = Move.from(Quartz.scheduler("payouts"), dataSource).mapping(BY_JOB).build();
    move.look().lines().forEach(System.out::println); // writes nothing
    move.follow(Duration.ofSeconds(1)); // until another thread calls move.stop()
    // endregion
  }
}
