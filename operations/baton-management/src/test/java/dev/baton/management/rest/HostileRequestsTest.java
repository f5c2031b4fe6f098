package dev.baton.management.rest;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
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
import dev.baton.management.rest.request.Route;
import dev.baton.operate.AuditFilter;
import dev.baton.test.TestBaton;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests hostile requests to every route. Each is refused with a short message, and nothing is
 * written. {@link AbsurdValuesTest} covers numbers, durations and times.
 */
class HostileRequestsTest {
  private static final String JSON = "application/json";
  private static final int MAX_BODY_BYTES = 1024 * 1024;
  private static final int LARGEST_REFUSAL_BYTES = 20_000;

  private final List<String> wrong = new ArrayList<>();
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
  void nothingIsWritten() {
    assertThat(wrong.stream().limit(20)).isEmpty();
    assertThat(cluster.baton().operations().find(task).orElseThrow().version()).isEqualTo(1);
    assertThat(cluster.baton().operations().audit(AuditFilter.all()).page(10).items())
        .as("only the audit entries of reads")
        .allMatch(entry -> Set.of("VIEW_PAYLOAD", "EXPORT").contains(entry.action()));
    assertThat(cluster.baton().schedules().list().page(10).items()).isEmpty();
    assertThat(cluster.baton().cluster().pauses()).isEmpty();
    cluster.close();
  }

  @Test
  void valueOfWrongTypeIsRefusedInEveryField() {
    int asked = 0;
    for (Route route : Routes.all()) {
      for (Field field : route.body()) {
        for (String value : ofAnotherKind(field)) {
          String body = "{\"" + field.name() + "\":" + value + "}";
          Response answer = send(route.method(), path(route), null, JSON, body.getBytes(UTF_8));
          String text = answer.body().toText();
          asked++;
          if (answer.status() != 400 || !text.contains("\"field\":\"" + field.name())) {
            bad(route.method() + " " + route.template() + " " + body + ": " + text);
          }
        }
      }
      for (Field field : route.query()) {
        for (String value : inAQuery(field)) {
          String query = field.name() + "=" + URLEncoder.encode(value, UTF_8);
          asked++;
          refused(400, route, send(route.method(), path(route), query, JSON, new byte[0]));
        }
      }
    }
    assertThat(asked).isGreaterThan(500);
  }

  private static List<String> ofAnotherKind(Field field) {
    return switch (field.kind()) {
      case JSON -> List.of();
      case TEXT, CONTENT ->
          field.list() ? List.of() : List.of("1", "true", "[]", "{}", "[\"a\"]", longer(field));
      case OBJECT -> List.of("1", "\"{}\"", "[]", "true", "{\"nothing\":1}");
      case TRUTH -> List.of("1", "0", "\"true\"", "[]", "{}");
      default -> List.of("true", "{}", "[[]]", "[null]", "\"nonsense\"", "\"\\u0000\"");
    };
  }

  private static String longer(Field field) {
    if (field.range().most() > MAX_BODY_BYTES / 2) {
      return "1"; // A longer text would exceed the maximum body.
    }
    return "\"" + "ä".repeat((int) field.range().most() + 1) + "\"";
  }

  private static List<String> inAQuery(Field field) {
    return switch (field.kind()) {
      case TEXT -> List.of("a".repeat((int) field.range().most() + 1));
      case TRUTH -> List.of("1", "TRUE", "yes");
      case CHOICE -> List.of("nonsense", " ");
      case ID -> List.of("1-1-1-1-1", "{}", task36('x'), "019cadc6-9a80-7000-b6eb-4e6c7bad85d8 ");
      case CURSOR ->
          List.of("_", "_x", "x_" + new UUID(1, 2), "1", "_" + new UUID(1, 2) + "_", "{}");
      case LABEL -> List.of("a", "=b", "a=", "a b=c");
      default -> List.of();
    };
  }

  private static String task36(char one) {
    return String.valueOf(one).repeat(36);
  }

  /** A message for each unknown field would be longer than the field itself. */
  @Test
  @Tag("deep")
  void manyUnknownFieldsAreRefusedWithAShortMessage() {
    StringBuilder body = new StringBuilder("{\"a\":1");
    StringBuilder query = new StringBuilder("a=1");
    for (int i = 0; i < 20_000; i++) {
      body.append(",\"").append(i).append("\":1");
      query.append('&').append(i).append("=1");
    }
    byte[] sent = body.append('}').toString().getBytes(UTF_8);
    for (Route route : Routes.all()) {
      boolean reads = route.method().equals("GET");
      refused(
          400,
          route,
          reads
              ? send(route.method(), path(route), query.toString(), JSON, new byte[0])
              : send(route.method(), path(route), null, JSON, sent));
    }
  }

  @Test
  void bodyThatIsNoUtf8ObjectIsRefused() {
    List<byte[]> bodies = new ArrayList<>();
    for (String body :
        List.of(
            " ",
            "\0",
            "null",
            "\"a\"",
            "{}{}",
            "{\"reason\":\"a\"",
            "{'reason':'a'}",
            "{\"reason\":\"a\",}",
            "{/* */\"reason\":\"a\"}",
            "{\"reason\":\"\n\"}",
            "{\"reason\":" + "[".repeat(100_000),
            "{\"payload\":" + "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_001),
            "{\"" + "a".repeat(60_000) + "\":1}")) {
      bodies.add(body.getBytes(UTF_8));
    }
    bodies.add(new byte[] {'{', '"', 'r', '"', ':', '"', (byte) 0xC0, (byte) 0xAF, '"', '}'});
    bodies.add(new byte[] {(byte) 0xFF, (byte) 0xFE, (byte) 0xFD});
    bodies.add("{\"version\":1,\"reason\":\"r\"}".getBytes(UTF_16LE));
    for (Route route : changes()) {
      for (byte[] body : bodies) {
        refused(400, route, send(route.method(), path(route), null, JSON, body));
      }
    }
  }

  /** Two parsers, such as a proxy's and this one, may read such characters differently. */
  @Test
  void overlongUtf8IsRefused() {
    int[][] texts = {
      {0xC1, 0x81}, {0xE0, 0x81, 0x81}, {0xF0, 0x80, 0x81, 0x81}, {0xED, 0xA0, 0x80}, {0x41, 0xC3}
    };
    for (int[] text : texts) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      body.writeBytes("{\"type\":\"X\",\"reason\":\"".getBytes(UTF_8));
      for (int one : text) {
        body.write(one);
      }
      body.writeBytes("\"}".getBytes(UTF_8));
      assertThat(send("POST", "/pauses", null, JSON, body.toByteArray()).status())
          .as(Arrays.toString(text))
          .isEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text/plain",
        "text/json",
        "application/jsonx",
        "application/json, text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=json",
        "*/*"
      })
  void bodyOfAnotherContentTypeIsRefused(String type) {
    for (Route route : changes()) {
      refused(415, route, send(route.method(), path(route), null, type, "{}".getBytes(UTF_8)));
    }
  }

  @Test
  void headWorksLikeGetAndOtherMethodsAreRefused() {
    for (Route route : Routes.all()) {
      if (route.method().equals("GET")) {
        int get = send("GET", path(route), null, null, new byte[0]).status();
        Response head = send("HEAD", path(route), null, null, new byte[0]);
        assertThat(head.status()).as(route.template()).isEqualTo(get);
      }
      for (String method : List.of("OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "PROPFIND", "")) {
        Response answer = send(method, path(route), null, JSON, "{}".getBytes(UTF_8));
        refused(405, route, answer);
        assertThat(answer.header("Allow")).contains(route.method());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..%2Fpauses",
        "%2e%2e%2fpauses",
        "a%2Fb",
        "a%5Cb",
        "%252e%252e",
        "..",
        "%2e",
        "a;jsessionid=1",
        "%20",
        "%F0%9F%92%A5",
        "%E2%80%AE",
        "null",
        "*",
        "0"
      })
  void nameInPathCannotResolveToAnotherRoute(String name) {
    for (Route route : Routes.all()) {
      if (route.template().contains("{")) {
        String path = route.template().replace("{id}", name).replace("{name}", name);
        byte[] body = route.method().equals("GET") ? new byte[0] : "{}".getBytes(UTF_8);
        int status = send(route.method(), path, null, JSON, body).status();
        if (status != 400 && status != 404) {
          bad(route.method() + " " + path + " is answered " + status);
        }
      }
    }
  }

  @Test
  void almostMatchingPathIsNoRoute() {
    for (Route route : Routes.all()) {
      String path = path(route);
      for (String other :
          List.of(
              path + "/", "/" + path, path + "//", path + "%00", path + "/" + "a/".repeat(5_000))) {
        int status = send(route.method(), other, null, JSON, "{}".getBytes(UTF_8)).status();
        if (status != 400 && status != 404 && status != 405) {
          bad(route.method() + " " + other.substring(0, Math.min(80, other.length())) + status);
        }
      }
    }
  }

  private void refused(int status, Route route, Response answer) {
    String text = answer.body().toText();
    if (answer.status() != status) {
      bad(route.method() + " " + route.template() + " is answered " + answer.status() + text);
    } else if (answer.body().length() > LARGEST_REFUSAL_BYTES) {
      bad(route.method() + " " + route.template() + " has " + answer.body().length());
    } else if (!JsonMapper.shared().readTree(text).has("detail")) {
      bad(route.method() + " " + route.template() + " doesn't say why: " + text);
    }
  }

  private void bad(String what) {
    wrong.add(what.substring(0, Math.min(300, what.length())));
  }

  private static List<Route> changes() {
    return Routes.all().stream().filter(route -> !route.method().equals("GET")).toList();
  }

  private String path(Route route) {
    return route.template().replace("{id}", task.toString()).replace("{name}", "s");
  }

  private Response send(String method, String path, String query, String type, byte[] body) {
    Map<String, String> headers = new TreeMap<>();
    headers.put("X-Requested-With", "test");
    if (type != null) {
      headers.put("Content-Type", type);
    }
    return management.handle(
        new Request(
            method, "", "/baton/api" + path, query, headers, new ByteArrayInputStream(body), null));
  }
}
