package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.AuditFilter;
import dev.baton.schedule.ScheduleState;
import dev.baton.test.TestBaton;
import java.io.ByteArrayInputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests invalid values in every field for a number, a duration or a time. Each is refused with a
 * message, and nothing is written.
 */
class AbsurdValuesTest {
  private static final List<String> NO_INTEGERS =
      List.of("1e400", "1.5", "1e2", "NaN", "0x10", "--1", "9223372036854775808", "9".repeat(999));

  private static final List<String> NO_LENGTHS =
      List.of(
          "PT-1S",
          "-PT0.000001S",
          "P3000000D",
          "PT9223372036854775807S",
          "PT9223372036854775808S",
          "PT1e400S",
          "PT0.0000000001S",
          "P1Y",
          "1s",
          "NaN",
          "5");

  private static final List<String> NO_TIMES =
      List.of(
          "+999999999-12-31T23:59:59.999999999Z",
          "-999999999-01-01T00:00:00Z",
          "+10000-01-01T00:00:00Z",
          "0000-01-01T00:00:00Z",
          "1969-12-31T23:59:59Z",
          "2026-02-30T00:00:00Z",
          "2026-01-01T25:00:00Z",
          "2026-01-01",
          "9223372036854775807",
          "1e400",
          "NaN");

  /** Further parameters without which the server doesn't check the value. */
  private static final Map<String, String> NEEDED =
      Map.of(
          "reason", "\"r\"",
          "version", "1",
          "priority", "1",
          "filter", "{}",
          "action", "\"retry\"",
          "type", "\"SOME\"",
          "timing", "\"rate PT1H\"",
          "runs", "{\"type\":\"SOME\"}");

  private TestBaton cluster;
  private Management management;
  private UUID task;

  @BeforeEach
  void start() {
    cluster =
        TestBaton.inMemory().define(RawDefinition.of("SOME", attempt -> Outcome.done())).start();
    task = cluster.add(TaskRequest.of(TaskType.of("SOME")).onHold());
    management =
        Management.of(cluster.baton())
            .accessPolicy(AccessPolicy.everything())
            .principal(request -> Principal.of("somebody"))
            .build();
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void absurdValuesAreRefusedInEveryFieldBeforeAnyWrite() {
    List<String> wrong = new ArrayList<>();
    int[] asked = {0};
    BiConsumer<String, Response> judge =
        (what, response) -> {
          asked[0]++;
          if (response.status() != 400 || !response.body().toText().contains("\"field\"")) {
            wrong.add(what + " is answered " + response.status());
          }
        };
    for (Route route : Routes.all()) {
      route.query().forEach(field -> inQuery(route, field, judge));
      inBody(route, "", route.body(), judge);
    }
    assertThat(wrong).isEmpty();
    assertThat(asked[0]).as("the number of requests").isGreaterThan(300);
    nothingIsWritten();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate PT0S",
        "rate PT0.5S",
        "rate -PT5S",
        "rate P3000000D",
        "rate PT9223372036854775807S",
        "rate NaN",
        "delay PT0S",
        "delay P36526D",
        "cron UTC 0 0 0 31 2 *",
        "cron UTC 99999999999 * * * * *",
        "cron UTC */0 * * * * *",
        "cron UTC 0-99999999999/1 * * * * *",
        "cron UTC * * * * * * 99999",
        "cron UTC 0 0 9 31W * *",
        "cron Nowhere/City 0 0 9 * * *",
        "cron +99:00 0 0 9 * * *",
        "cron UTC",
        "rule ",
        "rule \u001b[2J",
        "yearly",
        ""
      })
  void timingThatNeverTicksIsRefusedBeforeAnyWrite(String timing) {
    String body =
        Json.object()
            .put("timing", timing)
            .set("runs", Json.object().put("type", "SOME"))
            .toString();
    Response response = send("PUT", "/schedules/s", null, body, Map.of());
    assertThat(response.status()).as(response.body().toText()).isEqualTo(400);
    nothingIsWritten();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"0\"",
        "\"-1\"",
        "-1",
        "\"9223372036854775808\"",
        "\"1e400\"",
        "\"NaN\"",
        "*",
        "\"\"",
        "W/\"1\""
      })
  void impossibleVersionIsRefused(String match) {
    Response response =
        send("POST", "/tasks/" + task + "/release", null, "{}", Map.of("If-Match", match));
    assertThat(response.status()).as(response.body().toText()).isEqualTo(400);
    nothingIsWritten();
  }

  private void nothingIsWritten() {
    assertThat(cluster.task(task).info().version()).isEqualTo(1);
    List<ScheduleState> schedules = cluster.baton().schedules().list().page(10).items();
    assertThat(schedules).isEmpty();
    assertThat(cluster.baton().operations().audit(AuditFilter.all()).page(10).items()).isEmpty();
  }

  private void inQuery(Route route, Field field, BiConsumer<String, Response> judge) {
    for (String value : absurd(field)) {
      String query = field.name() + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
      judge.accept(
          route.method() + " " + route.template() + "?" + query,
          send(route.method(), path(route), query, "", Map.of()));
    }
  }

  private void inBody(
      Route route, String within, List<Field> fields, BiConsumer<String, Response> judge) {
    for (Field field : fields) {
      if (field.kind() == Kind.OBJECT) {
        inBody(route, field.name(), field.parts(), judge);
      }
      for (String value : absurdInJson(field)) {
        String body = body(route, within, fields, field.name(), value);
        judge.accept(
            route.method() + " " + route.template() + " " + body,
            send(route.method(), path(route), null, body, Map.of()));
      }
    }
  }

  private static String body(
      Route route, String within, List<Field> fields, String name, String value) {
    Map<String, String> outer = needed(route.body());
    Map<String, String> inner = within.isEmpty() ? outer : needed(fields);
    inner.put(name, value);
    if (!within.isEmpty()) {
      outer.put(within, json(inner));
    }
    return json(outer);
  }

  private static Map<String, String> needed(List<Field> fields) {
    Map<String, String> said = new TreeMap<>();
    for (Field field : fields) {
      if (NEEDED.containsKey(field.name()) && field.kind() != Kind.JSON) {
        said.put(field.name(), NEEDED.get(field.name()));
      }
    }
    return said;
  }

  private static String json(Map<String, String> fields) {
    List<String> pairs = new ArrayList<>();
    fields.forEach((name, value) -> pairs.add("\"" + name + "\":" + value));
    return "{" + String.join(",", pairs) + "}";
  }

  @Test
  void unstorableTextIsRefusedInEveryFieldAndPath() {
    List<String> wrong = new ArrayList<>();
    for (Route route : Routes.all()) {
      for (String value : List.of("a%00b", "%ED%A0%80", "%FF", "%C0%AF", "ä", "%", "%2")) {
        for (Field field : route.query()) {
          Response answer =
              send(route.method(), path(route), field.name() + "=" + value, "", Map.of());
          if (answer.status() != 400) {
            wrong.add(route.template() + "?" + field.name() + "=" + value);
          }
        }
        if (route.template().contains("{")) {
          String path = route.template().replace("{id}", value).replace("{name}", value);
          if (send(route.method(), path, null, "{}", Map.of()).status() != 400) {
            wrong.add(route.method() + " " + path);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    nothingIsWritten();
  }

  /** Converts a value to text. */
  private static List<String> absurd(Field field) {
    return switch (field.kind()) {
      case INTEGER -> Stream.concat(beyond(field), NO_INTEGERS.stream()).toList();
      case DURATION -> NO_LENGTHS;
      case INSTANT -> NO_TIMES;
      default -> List.of();
    };
  }

  private static List<String> absurdInJson(Field field) {
    if (field.kind() == Kind.INTEGER) {
      return Stream.concat(
              beyond(field),
              Stream.of("1e400", "-1e400", "1.5", "1e2", "9223372036854775808", "\"1\"", "true"))
          .toList();
    }
    if (field.kind() == Kind.TEXT) {
      return List.of("\"a\\u0000b\"", "\"\\ud800\"", "\"\\udc00a\"");
    }
    if (field.kind() == Kind.CONTENT) {
      return List.of("\"\\ud800\"");
    }
    if (field.list()) {
      return List.of("[]", "\"\"", "\",\"");
    }
    Stream<String> words = absurd(field).stream().map(word -> "\"" + word + "\"");
    return absurd(field).isEmpty()
        ? List.of()
        : Stream.concat(words, Stream.of("1", "-1", "1e400", "true", "[]", "{}")).toList();
  }

  private static Stream<String> beyond(Field field) {
    List<String> beyond = new ArrayList<>();
    beyond.add(Long.toString(field.range().least() - 1));
    beyond.add("-9223372036854775809");
    if (field.range().most() < Long.MAX_VALUE) {
      beyond.add(Long.toString(field.range().most() + 1));
      beyond.add("9223372036854775807");
    }
    return beyond.stream();
  }

  private String path(Route route) {
    return route.template().replace("{id}", task.toString()).replace("{name}", "s");
  }

  private Response send(
      String method, String path, String query, String body, Map<String, String> more) {
    Map<String, String> headers = new TreeMap<>(more);
    headers.put("X-Requested-With", "test");
    headers.put("Content-Type", "application/json");
    return management.handle(
        new Request(
            method,
            "",
            "/baton/api" + path,
            query,
            headers,
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
            null));
  }
}
