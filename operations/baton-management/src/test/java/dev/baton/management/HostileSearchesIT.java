package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Json;
import java.io.ByteArrayInputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Tests requests that are well-formed but make no sense. They find nothing or are refused, and the
 * database does not count as unreachable. Texts with a meaning in SQL have none.
 */
@Tag("deep")
class HostileSearchesIT {
  private static final String ID = "00000000-0000-0000-0000-000000000000";

  /** Cursors that no page ever returned, with extreme numbers and times. */
  private static final List<String> CURSORS =
      List.of(
          "_" + ID,
          "_ffffffff-ffff-ffff-ffff-ffffffffffff",
          "0_" + ID,
          "-1_" + ID,
          "9223372036854775807_" + ID,
          "-9223372036854775808_" + ID,
          "253402300800000000_" + ID,
          "-62135596800000001_" + ID);

  private static final List<String> TEXTS =
      List.of(
          "%",
          "_",
          "\\",
          "\\%",
          "'",
          "' OR 1=1 --",
          "\"; DROP TABLE baton_task; --",
          "$1",
          "?",
          ":a",
          "*",
          "[a-z]",
          "\u202e",
          "\uD83D\uDCA5".repeat(60),
          "e\u0301",
          " ",
          "\t\n",
          "\uFFFF");

  @ParameterizedTest
  @MethodSource(LocalDatabase.CHOSEN)
  void meaninglessSearchesFindNothingAndCauseNoFailure(LocalDatabase database) throws Exception {
    try (HikariDataSource pool = pool(database.newDatabase())) {
      BatonSchema.apply(pool);
      try (Baton baton = Baton.builder(JdbcStore.of(pool)).client().start()) {
        baton.tasks().add(TaskRequest.of(TaskType.of("PLAIN")).key("k").label("a", "b").onHold());
        UUID percent =
            baton.tasks().add(TaskRequest.of(TaskType.of("A%B")).key("50%").onHold()).taskId();
        Management management =
            Management.of(baton)
                .accessPolicy(AccessPolicy.everything())
                .principal(request -> Principal.of("somebody"))
                .build();
        List<String> wrong = new ArrayList<>();
        for (String path : paths()) {
          Response answer = get(management, path);
          boolean finds =
              answer.status() == 200 && answer.body().toText().contains(percent.toString());
          if ((answer.status() != 200 && answer.status() != 400) || finds) {
            wrong.add(path + ": " + answer.status() + " " + answer.body().toText());
          }
        }
        assertThat(wrong).isEmpty();
        assertThat(ids(get(management, "/tasks?typePrefix=A%25"))).containsExactly(percent);
        assertThat(ids(get(management, "/tasks?key=50%25"))).containsExactly(percent);
        assertThat(get(management, "/tasks?limit=500").status()).isEqualTo(200);
      }
    }
  }

  private static List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (String cursor : CURSORS) {
      for (String filter :
          List.of(
              "status=DONE",
              "status=RUNNING&order=oldest",
              "type=NONE",
              "typePrefix=NONE",
              "key=none",
              "label=no=ne",
              "stuck=true",
              "retrying=true",
              "error=none",
              "status=ERROR&cause=" + ID,
              "parent=" + ID,
              "correlation=" + ID,
              "finishedFrom=1970-01-01T00:00:00Z&finishedTo=9999-12-31T23:59:59Z")) {
        paths.add("/tasks?limit=1&after=" + cursor + "&" + filter);
      }
      paths.add("/audit?after=" + cursor);
    }
    for (String text : TEXTS) {
      String said = URLEncoder.encode(text, StandardCharsets.UTF_8);
      for (String field : List.of("type", "typePrefix", "subType", "key", "bucket", "error")) {
        paths.add("/tasks?" + field + "=" + said);
      }
      paths.add("/tasks?status=ERROR&error=" + said);
      paths.add("/tasks?label=a=" + said);
      paths.add("/audit?actor=" + said);
      paths.add("/audit?action=" + said);
      paths.add("/errors?type=" + said);
      paths.add("/types?contains=" + said + said);
      paths.add("/statistics?type=" + said);
      paths.add("/statistics?bucket=" + said);
      paths.add("/schedules?after=" + said);
    }
    return paths;
  }

  private static List<UUID> ids(Response page) {
    List<UUID> ids = new ArrayList<>();
    for (JsonNode item : Json.read(page.body().toArray()).get("items")) {
      ids.add(UUID.fromString(item.get("id").asString()));
    }
    return ids;
  }

  private static Response get(Management management, String path) {
    int question = path.indexOf('?');
    return management.handle(
        new Request(
            "GET",
            "",
            "/baton/api" + path.substring(0, question),
            path.substring(question + 1),
            Map.of(),
            new ByteArrayInputStream(new byte[0]),
            null));
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(4);
    return new HikariDataSource(config);
  }
}
