package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that schedules and pauses that were broken by hand are reported, and that all others work.
 */
@Tag("deep")
class UnreadableSchedulesTest extends BrokenRows {
  private static void set(HikariDataSource pool, String name, String timing) throws SQLException {
    TestDatabase.execute(
        pool, "UPDATE baton_schedule SET timing = '" + timing + "' WHERE name = '" + name + "'");
  }

  private static void await(Queue<TaskEvent> events, String schedule) throws Exception {
    await(
        events,
        event -> event instanceof NodeEvent.Ticked ticked && ticked.schedule().equals(schedule));
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void brokenScheduleOrPauseDoesNotStopOthers(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
        for (String name : List.of("a", "b", "c", "d")) {
          client
              .schedules()
              .put(
                  Schedule.fixedRate(name, Duration.ofSeconds(1))
                      .adds(TaskRequest.of(TaskType.of("T"))));
        }
        client.cluster().pause(Pause.type("PAUSED"), "for a test");
        client.tasks().add(TaskRequest.of(TaskType.of("PAUSED")));
      }
      TestDatabase.execute(pool, "UPDATE baton_schedule SET context = 'SECRET' WHERE name = 'b'");
      TestDatabase.execute(
          pool, "UPDATE baton_schedule SET context = 'baton.tick=SECRET' WHERE name = 'd'");
      TestDatabase.execute(
          pool,
          "INSERT INTO baton_pause (scope, bucket, type, flow_key, reason, since)"
              + " VALUES (0, '', '', '', 'by hand', "
              + (database.isMySql() ? "UTC_TIMESTAMP(6)" : "CURRENT_TIMESTAMP")
              + ")");
      Queue<TaskEvent> events = new ConcurrentLinkedQueue<>();
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .settings(s -> QUICK)
              .define(
                  RawDefinition.of("T", attempt -> Outcome.done()),
                  RawDefinition.of("PAUSED", attempt -> Outcome.done()))
              .listener(events::add)
              .start()) {
        await(events, "a");
        await(events, "c");
        assertThat(node.schedules().list().page(10).items())
            .extracting(ScheduleState::name)
            .containsExactly("a", "c");
        assertThat(node.cluster().pauses()).hasSize(1);
      }
      for (String broken : List.of("b", "d")) {
        assertThat(events)
            .anyMatch(
                event ->
                    event instanceof NodeEvent.ScheduleTrouble trouble
                        && trouble.schedule().equals(broken)
                        && trouble.message().contains("baton_schedule")
                        && !trouble.message().contains("SECRET"));
      }
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_task WHERE type = 'PAUSED'"))
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void scheduleThatCannotTickDoesNotStopOthers(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      Duration second = Duration.ofSeconds(1);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
        for (String name : List.of("a", "b", "c", "d")) {
          String type = name.equals("a") ? "REFUSED" : "T";
          client
              .schedules()
              .put(Schedule.fixedRate(name, second).adds(TaskRequest.of(TaskType.of(type))));
        }
      }
      // MySQL checks constraints only from 8.0.16 on.
      TestDatabase.execute(
          pool,
          database.isMySql()
              ? "CREATE TRIGGER t_none BEFORE INSERT ON baton_task FOR EACH ROW"
                  + " IF NEW.type = 'REFUSED' THEN SIGNAL SQLSTATE '45000'; END IF"
              : "ALTER TABLE baton_task ADD CONSTRAINT t_none CHECK (type <> 'REFUSED')");
      set(pool, "b", "rate P3000000D");
      set(pool, "c", "cron UTC 0 0 9 31W * *");
      Queue<TaskEvent> events = new ConcurrentLinkedQueue<>();
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .settings(s -> QUICK)
              .define(RawDefinition.of("T", attempt -> Outcome.done()))
              .listener(events::add)
              .start()) {
        for (String name : List.of("b", "c", "d")) {
          await(events, name);
        }
        for (String name : List.of("a", "b", "c")) {
          await(
              events,
              event ->
                  event instanceof NodeEvent.ScheduleTrouble told && told.schedule().equals(name));
        }
        ScheduleState mended = node.schedules().find("c").orElseThrow();
        assertThat(mended.isOver()).isFalse();
        assertThat(mended.nextTick()).isNull();
        assertThat(mended.schedule().timing().fault()).contains("day of month '31W'");
        node.schedules()
            .put(Schedule.fixedRate("c", second).adds(TaskRequest.of(TaskType.of("T"))));
        events.clear();
        await(events, "c");
      }
    }
  }
}
