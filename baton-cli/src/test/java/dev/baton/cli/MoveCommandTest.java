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
  private final DatabaseAddress address = LocalPostgres.temporary().newDatabase();

  private Run move(String... rest) {
    List<String> where = List.of("--jdbc", address.url(), "--user", address.user());
    return Run.of(Map.of("BATON_PASSWORD", address.password()), where, rest);
  }

  @Test
  void itLooksGoesUndoesAndFinishes() throws Exception {
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
    assertThat(look.out()).contains("SUBMITTED", "TASK", "The old engine runs it just now");

    Run went = move("move", "twtasks", "go", "--json");
    assertThat(went.json().path("moved").asInt()).isEqualTo(1);
    assertThat(went.json().path("left").asInt()).isZero();
    assertThat(move("list", "--json").json().path("items").get(0).path("type").asString())
        .isEqualTo("MAIL");
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
  void whatItCantTakeOverIsCodeTwo() {
    assertThat(move("move", "cron", "look").exitCode()).isEqualTo(2);
    assertThat(move("move", "twtasks", "jump").err()).contains("look, go, stop");
    assertThat(move("move", "twtasks", "look", "--mapping", "com.acme.Ours").err())
        .contains("META-INF/services");
    assertThat(move("move", "twtasks", "go", "--old-engine-stopped", "ASK").exitCode())
        .isEqualTo(2);
  }
}
