package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.access.AccessPolicy;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import dev.baton.test.TestBaton;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Tests that hostile stored texts are returned as plain JSON texts, without effect. */
@Tag("deep")
class HostileTextTest {
  private static final List<String> HOSTILE =
      List.of(
          "<script>alert(1)</script>",
          "\"><img src=x onerror=alert(1)>",
          "</script><svg onload=alert(1)>",
          "'; DROP TABLE baton_task; --",
          "{{constructor.constructor('alert(1)')()}}",
          "${jndi:ldap://x/a}",
          "javascript:alert(1)",
          "a\u2028\u2029\u202Etxt.exe",
          "\uD83D\uDE80 \u0645\u0631\u062D\u0628\u0627 \u4F60\u597D",
          "\\u003cscript\\u003e",
          "%3Cscript%3E&x=1#frag?y=2+z",
          "__proto__",
          "-->]]><!--",
          "a/../../etc/passwd");

  @Test
  void hostileTextsAreReturnedUnchangedInEveryField() {
    try (TestBaton cluster = TestBaton.inMemory().define(failing()).start();
        JdkHttp http = Served.serve(cluster.baton(), AccessPolicy.everything())) {
      Asking asking = new Asking(http);
      for (String text : HOSTILE) {
        UUID id =
            cluster.add(
                TaskType.of("T", Bytes.class)
                    .with(Bytes.of(text))
                    .key(text)
                    .subType(text)
                    .state(text));
        cluster.drain();
        check(asking, text, id);
        cluster
            .baton()
            .schedules()
            .put(
                Schedule.cron(text, "0 0 1 1 *", ZoneOffset.UTC)
                    .adds(TaskRequest.of(TaskType.of("T"))));
        assertThat(asking.get("/schedules/" + encoded(text)).at("/name")).isEqualTo(text);
      }
    }
  }

  private static void check(Asking asking, String text, UUID id) {
    Answer one = asking.get("/tasks/" + id);
    assertThat(one.at("/key")).isEqualTo(text);
    assertThat(one.at("/subType")).isEqualTo(text);
    assertThat(one.at("/state")).isEqualTo(text);
    assertThat(one.at("/error")).contains(text);
    assertThat(one.header("Content-Type")).isEqualTo("application/json");
    assertThat(asking.get("/tasks?key=" + encoded(text)).at("/items/0/key")).isEqualTo(text);
    assertThat(asking.get("/tasks/" + id + "/payload").at("/text")).isEqualTo(text);
    assertThat(asking.get("/tasks/" + id + "/attempts").at("/items/0/error")).contains(text);
    String said = new JsonMapper().writeValueAsString(text);
    Answer held =
        asking.post(
            "/tasks/" + id + "/hold",
            "{\"version\":" + one.at("/version") + ",\"reason\":" + said + "}");
    assertThat(held.status()).as(held.text()).isEqualTo(200);
    assertThat(reasons(asking.get("/tasks/" + id + "/audit"))).contains(text);
    asking.post("/pauses", "{\"key\":" + said + ",\"reason\":" + said + "}");
    Answer pauses = asking.get("/pauses");
    assertThat(pauses.at("/items/0/key")).isEqualTo(text);
    assertThat(pauses.at("/items/0/reason")).isEqualTo(text);
    assertThat(asking.post("/pauses/resume", "{\"key\":" + said + "}").status()).isEqualTo(200);
    assertThat(asking.get("/tasks?" + encoded(text) + "=1").status()).isEqualTo(400);
    assertThat(asking.get("/" + encoded(text)).header("Content-Type"))
        .isEqualTo("application/problem+json");
  }

  private static List<String> reasons(Answer audit) {
    return audit
        .json()
        .get("items")
        .valueStream()
        .map(item -> item.path("reason").asString(""))
        .toList();
  }

  private static TaskDefinition<?, ?> failing() {
    return RawDefinition.of(
            "T",
            attempt -> {
              throw new IllegalStateException(attempt.payloadText());
            })
        .retry(Retry.never());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Sends the request as a user who may do everything. */
  private record Asking(JdkHttp http) {
    Answer get(String path) {
      return Served.send(request(path).GET());
    }

    Answer post(String path, String body) {
      return Served.send(
          request(path).POST(java.net.http.HttpRequest.BodyPublishers.ofString(body)));
    }

    private java.net.http.HttpRequest.Builder request(String path) {
      return java.net.http.HttpRequest.newBuilder(java.net.URI.create(http.uri() + "/api" + path))
          .header("X-Name", "alice")
          .header("X-Requested-With", "test")
          .header("Content-Type", "application/json");
    }
  }
}
