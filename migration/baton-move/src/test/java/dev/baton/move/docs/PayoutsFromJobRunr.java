package dev.baton.move.docs;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.move.JobRunr;
import dev.baton.move.Mapping;
import dev.baton.move.Move;
import dev.baton.move.OldTask;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import java.util.Objects;
import javax.sql.DataSource;
import tools.jackson.databind.json.JsonMapper;

/** The code of docs/moving-from-jobrunr.md. */
final class PayoutsFromJobRunr {
  private static final JsonMapper JSON = new JsonMapper();

  private PayoutsFromJobRunr() {}

  // region mapping
  /** The type is the class and method of the call. The payload is the list of its arguments. */
  static final Mapping BY_CALL =
      Mapping.builder()
          .type(
              "com.acme.PayoutService.pay",
              old -> TaskType.of("PAY_OUT", Bytes.class).with(Bytes.of(firstArgument(old))))
          .recurring(
              "recurring:close-books",
              old ->
                  Schedule.cron(
                          "close-books",
                          old.recurrence().expression(),
                          Objects.requireNonNull(old.recurrence().zone()))
                      .adds(TaskRequest.of(TaskType.of("CLOSE_BOOKS"))))
          .build();

  private static String firstArgument(OldTask old) {
    return JSON.readTree(old.text()).path(0).toString();
  }

  // endregion

  static Move move(DataSource dataSource) {
    // region move
    return Move.from(JobRunr.tables(), dataSource).mapping(BY_CALL).build();
    // endregion
  }
}
