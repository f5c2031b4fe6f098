package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MoveCommandTest {
  /** The part of Quartz's tables that the move reads, with a trigger that fires once. */
  private static final String QUARTZ =
      "CREATE TABLE qrtz_locks (sched_name text, lock_name text);CREATE TABLE qrtz_job_details"
          + " (sched_name text, job_name text, job_group text, job_class_name text, is_durable"
          + " bool, job_data bytea);CREATE TABLE qrtz_triggers (sched_name text, trigger_name text,"
          + " trigger_group text, job_name text, job_group text, next_fire_time bigint,"
          + " prev_fire_time bigint, priority int, trigger_state text, trigger_type text, end_time"
          + " bigint, job_data bytea);CREATE TABLE qrtz_simple_triggers (sched_name text,"
          + " trigger_name text, trigger_group text, repeat_count bigint, repeat_interval"
          + " bigint);CREATE TABLE qrtz_cron_triggers (sched_name text, trigger_name text,"
          + " trigger_group text, cron_expression text, time_zone_id text);INSERT INTO"
          + " qrtz_job_details VALUES ('payouts', 'j', 'g', 'com.acme.Mail', false, '');INSERT INTO"
          + " qrtz_triggers VALUES ('payouts', 't', 'g', 'j', 'g', 1000, NULL, 5, 'WAITING',"
          + " 'SIMPLE', 0, '');INSERT INTO qrtz_simple_triggers VALUES ('payouts', 't', 'g', 0, 0)";

  private final DatabaseAddress address = LocalPostgres.temporary().newDatabase();

  private Run move(String... rest) {
    List<String> where = List.of("--jdbc", address.url(), "--user", address.user());
    return Run.of(Map.of("BATON_PASSWORD", address.password()), where, rest);
  }

  @Test
  void moveSurveysMovesUndoesAndFinishes() throws Exception {
    move("schema", "apply");
    try (Connection connection =
            DriverManager.getConnection(address.url(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE tw_task (id uuid PRIMARY KEY, type text, sub_type text, status text, data"
              + " text, next_event_time timestamptz, state_time timestamptz, time_created"
              + " timestamptz, time_updated timestamptz, processing_tries_count bigint, version"
              + " bigint, priority int);CREATE TABLE tw_task_data (task_id uuid PRIMARY KEY,"
              + " data_format int, data bytea);CREATE TABLE unique_tw_task_key (task_id uuid"
              + " PRIMARY KEY, key_hash int, key text);INSERT INTO tw_task SELECT"
              + " gen_random_uuid(), 'MAIL', NULL, s, '', now(), now(), now(), now(), 0, 1, 5 FROM"
              + " unnest(ARRAY['SUBMITTED', 'PROCESSING']) s");
    }

    Run look = move("move", "twtasks", "look");
    assertThat(look.exitCode()).as(look.err()).isZero();
    assertThat(look.out()).contains("SUBMITTED", "TASK", "The old engine is running it now");

    Run refused = move("move", "twtasks", "finish");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("2 rows are left in twtasks", "--leave");

    Run went = move("move", "twtasks", "go", "--json");
    assertThat(went.json().path("moved").asInt()).isEqualTo(1);
    assertThat(went.json().path("left").asInt()).isZero();
    assertThat(move("list", "--json").json().path("items").get(0).path("type").asString())
        .isEqualTo("MAIL");
    assertThat(move("move", "twtasks", "go").out())
        .contains("MAIL", "PROCESSING", "The old engine is running it now");
    assertThat(move("move", "twtasks", "undo").out()).contains("Given back").contains("1");
    Run all = move("move", "twtasks", "go", "--old-engine-stopped", "ERROR", "--json");
    assertThat(all.json().path("moved").asInt()).isEqualTo(2);
    assertThat(move("move", "twtasks", "stop").out()).contains("Stopped");
    assertThat(move("move", "twtasks", "finish").exitCode()).isZero();
    Run over = move("move", "twtasks", "go");
    assertThat(over.exitCode()).isEqualTo(1);
    assertThat(over.err()).contains("finished");
  }

  @Test
  void quartzNeedsTheNameOfItsScheduler() throws Exception {
    move("schema", "apply");
    try (Connection connection =
            DriverManager.getConnection(address.url(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      statement.execute(QUARTZ);
    }
    assertThat(move("move", "quartz", "look").err()).contains("--scheduler");
    assertThat(move("move", "quartz", "go", "--scheduler", "other", "--json").json().path("moved"))
        .hasToString("0");
    Run went = move("move", "quartz", "go", "--scheduler", "payouts", "--json");
    assertThat(went.json().path("moved").asInt()).as(went.out()).isEqualTo(1);
    assertThat(move("move", "quartz", "undo", "--scheduler", "payouts").out()).contains("1");
  }

  @Test
  void lookShowsTicksOfRecurringTasksAndNotesDifferences() throws Exception {
    move("schema", "apply");
    try (Connection connection =
            DriverManager.getConnection(address.url(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      statement.execute(QUARTZ);
      statement.execute(
          "UPDATE qrtz_triggers SET trigger_type = 'CRON';INSERT INTO qrtz_cron_triggers VALUES"
              + " ('payouts', 't', 'g', '0 30 18 ? * 2-6', 'Europe/Berlin')");
    }
    Run look = move("move", "quartz", "look", "--scheduler", "payouts");
    assertThat(look.out())
        .contains(
            "NEXT RUN IN THE OLD ENGINE",
            "cron 0 30 18 * * MON-FRI in Europe/Berlin  1970-01-01T17:30:00Z  1970-01-01T00:00:01Z"
                + "        yes");
    assertThat(look.err()).contains("differs from their next run in the old engine: 1. Check");
    assertThat(
            move("move", "quartz", "look", "--scheduler", "payouts", "--json")
                .json()
                .path("recurring")
                .path(0)
                .path("differs")
                .asBoolean())
        .isTrue();
  }

  @Test
  void unmovableTablesGiveExitCodeTwo() {
    assertThat(move("move", "cron", "look").exitCode()).isEqualTo(2);
    assertThat(move("move", "twtasks", "jump").err()).contains("look, go, stop");
    assertThat(move("move", "twtasks", "look", "--mapping", "com.acme.Ours").err())
        .contains("META-INF/services");
    assertThat(move("move", "twtasks", "go", "--old-engine-stopped", "ASK").exitCode())
        .isEqualTo(2);
  }
}
