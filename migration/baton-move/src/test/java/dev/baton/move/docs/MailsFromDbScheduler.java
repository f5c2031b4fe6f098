package dev.baton.move.docs;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.move.DbScheduler;
import dev.baton.move.Mapping;
import dev.baton.move.Move;
import dev.baton.move.OldTask;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.time.ZoneId;
import javax.sql.DataSource;

/** The code of docs/moving-from-db-scheduler.md. */
final class MailsFromDbScheduler {
  private MailsFromDbScheduler() {}

  // region mapping
  static final Mapping BY_NAME =
      Mapping.builder()
          .type(
              "send-mail",
              old -> TaskType.of("SEND_MAIL", Bytes.class).with(Bytes.of(stringIn(old))))
          .recurring(
              "nightly-report",
              old ->
                  Schedule.cron("nightly-report", "0 0 2 * * *", ZoneId.of("UTC"))
                      .adds(TaskRequest.of(TaskType.of("NIGHTLY_REPORT"))))
          .build();

  /** Reads what db-scheduler's default serializer wrote. Allow only the class that you expect. */
  private static String stringIn(OldTask old) {
    try (ObjectInputStream stream =
        new ObjectInputStream(new ByteArrayInputStream(old.payload().toArray()))) {
      stream.setObjectInputFilter(ObjectInputFilter.Config.createFilter("java.lang.String;!*"));
      return (String) stream.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  // endregion

  static Move move(DataSource dataSource) {
    // region move
    return Move.from(DbScheduler.tables(), dataSource).mapping(BY_NAME).build();
    // endregion
  }
}
