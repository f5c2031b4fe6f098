package dev.baton.move.docs;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.move.Carried;
import dev.baton.move.LostTasks;
import dev.baton.move.Mapping;
import dev.baton.move.Move;
import dev.baton.move.MoveProgress;
import dev.baton.move.OldTask;
import dev.baton.move.Survey;
import dev.baton.move.TwTasks;
import dev.baton.schedule.Schedule;
import java.time.Duration;
import java.time.ZoneId;
import javax.sql.DataSource;

/** The code of docs/moving-from-twtasks.md. */
public final class PayoutsFromTwTasks implements Mapping {
  // region mapping
  private static final Mapping BY_TYPE =
      Mapping.builder()
          .type("EXECUTE_PAYOUT*", PayoutsFromTwTasks::payout)
          .same("PROCESS_CONFIRMATIONS", "SAMPLE_CRON")
          .recurring(
              "TaskJob|statements",
              old ->
                  Schedule.cron("statements", "0 0 4 * * *", ZoneId.of("Europe/London"))
                      .adds(TaskRequest.of(TaskType.of("STATEMENTS"))))
          .left("OLD_REPORT", "it is no longer needed")
          .build();

  @Override
  public Carried of(OldTask old) {
    return BY_TYPE.of(old);
  }

  /** TwTasks has the partner in the type, EXECUTE_PAYOUT|ACME; in Baton it becomes the key. */
  private static TaskRequest<?, ?> payout(OldTask old) {
    String[] words = old.type().split("\\|", 2);
    TaskRequest<?, ?> request = old.request("EXECUTE_PAYOUT").bucket("payout");
    return words.length == 2 ? request.key(words[1]) : request;
  }

  // endregion

  static void moved(DataSource dataSource) {
    // region move
    Move move =
        Move.from(TwTasks.tables(), dataSource) // the old tables and Baton's, in one database
            .mapping(new PayoutsFromTwTasks())
            .build();
    Survey survey = move.look(); // writes nothing
    survey.lines().forEach(System.out::println);
    MoveProgress done = move.follow(Duration.ofSeconds(1)); // until another thread calls stop()
    // endregion
    System.out.println(done);
  }

  static MoveProgress last(DataSource dataSource) {
    // region last
    return Move.from(TwTasks.tables(), dataSource)
        .mapping(new PayoutsFromTwTasks())
        .stopped(LostTasks.ERROR) // tasks that died with their node wait in ERROR for a person
        .build()
        .go();
    // endregion
  }
}
