package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.access.Right;
import dev.baton.operate.cluster.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StatisticsRoutesTest {
  private final Served served = Served.inMemory();

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void countsReturnTasksByTypeAndStatus() {
    served.failed();
    served.waiting();
    served.held();
    served.cluster.advance(Duration.ofSeconds(10));
    Answer counts = served.get("/counts");
    assertThat(counts.at("/exact")).isEqualTo("true");
    assertThat(counts.json().get("items").toString())
        .contains("{\"bucket\":\"default\",\"type\":\"BAD\",\"status\":\"ERROR\",\"count\":1}")
        .contains("{\"bucket\":\"default\",\"type\":\"GOOD\",\"status\":\"WAITING\",\"count\":1}")
        .contains("{\"bucket\":\"default\",\"type\":\"GOOD\",\"status\":\"BLOCKED\",\"count\":1}");
  }

  @Test
  void overviewReturnsProblems() {
    served.failed();
    served.post("/pauses", "{\"type\":\"GOOD\",\"reason\":\"closed\"}");
    served.cluster.advance(Duration.ofSeconds(10));
    Answer overview = served.get("/overview");
    assertThat(overview.status()).as(overview.text()).isEqualTo(200);
    assertThat(overview.at("/trouble/0/kind")).isEqualTo("ERROR");
    assertThat(overview.at("/trouble/0/text"))
        .startsWith("1 task of type BAD in ERROR since 2026-03-02T09:00:00Z");
    assertThat(overview.at("/trouble/0/link")).isEqualTo("#/tasks?status=ERROR&type=BAD");
    assertThat(overview.at("/trouble/1/kind")).isEqualTo("PAUSED");
    assertThat(overview.at("/trouble/1/text"))
        .startsWith("type GOOD paused since ")
        .endsWith(": closed");
    assertThat(overview.at("/counts/live/ERROR")).isEqualTo("1");
    assertThat(overview.at("/counts/live/BLOCKED")).isEqualTo("0");
    assertThat(overview.at("/nodes/live")).isNotEqualTo("0");
    assertThat(overview.json().at("/recent/added").size())
        .isEqualTo(overview.json().at("/recent/failed").size())
        .isGreaterThanOrEqualTo(60);
  }

  @Test
  void overviewReturnsRepeatedAndRecentFailures() {
    TaskDefinition<?, ?> refused =
        RawDefinition.of("REFUSED", attempt -> Outcome.failed("no account"));
    TaskDefinition<?, ?> flaky =
        RawDefinition.of(
                "FLAKY",
                attempt -> {
                  throw new IOException("The partner is away\nand more");
                })
            .retry(Retry.fixed(Duration.ofMinutes(10)));
    try (Served here = Served.with(refused, flaky)) {
      UUID failed = here.add("REFUSED");
      UUID retried = here.add("FLAKY");
      here.cluster.advance(Duration.ofMinutes(11));
      assertThat(kinds(here.get("/overview"))).as("two attempts").containsExactly("FAILED");
      here.cluster.advance(Duration.ofMinutes(10));
      JsonNode trouble = here.get("/overview").json().get("trouble");
      assertThat(kinds(here.get("/overview"))).containsExactly("FAILING", "FAILED");
      assertThat(trouble.at("/0/text").asString())
          .isEqualTo(
              "1 task of type FLAKY failed 3 times or more and will be retried; most attempts: 3;"
                  + " latest error: java.io.IOException: The partner is away");
      assertThat(trouble.at("/1/text").asString())
          .isEqualTo(
              "1 task of type REFUSED ended FAILED in the last hour; latest error: no account");
      assertThat(first(here, trouble.at("/0/link"))).isEqualTo(retried.toString());
      assertThat(first(here, trouble.at("/1/link"))).isEqualTo(failed.toString());
      here.cluster.advance(Duration.ofHours(1));
      assertThat(kinds(here.get("/overview"))).containsExactly("FAILING");
    }
  }

  private static String first(Served served, JsonNode link) {
    return served.get(link.asString().substring(1)).at("/items/0/id");
  }

  private static List<String> kinds(Answer overview) {
    return overview
        .json()
        .get("trouble")
        .valueStream()
        .map(one -> one.get("kind").stringValue())
        .toList();
  }

  @Test
  void afterAHundredProblemsOfOneKindTheRestIsCounted() {
    for (int i = 0; i < 103; i++) {
      served.cluster.baton().cluster().pause(Pause.type("TYPE-" + i), "closed");
    }
    served.failed();
    served.cluster.advance(Duration.ofSeconds(10));
    JsonNode trouble = served.get("/overview").json().get("trouble");
    assertThat(trouble.valueStream().map(one -> one.get("kind").stringValue()))
        .containsOnlyOnce("ERROR")
        .hasSize(102);
    assertThat(trouble.get(101))
        .isEqualTo(
            JsonMapper.shared()
                .createObjectNode()
                .put("kind", "PAUSED")
                .put("text", "and 3 more like these")
                .put("count", 3)
                .put("link", "#/types"));
  }

  @Test
  void overviewLinksToStuckTasks() {
    served.post("/pauses", "{\"type\":\"GOOD\",\"reason\":\"closed\"}");
    UUID stuck = served.add("GOOD");
    served.waiting();
    served.cluster.advance(Duration.ofMinutes(16));
    served.post("/pauses/resume", "{\"type\":\"GOOD\"}");
    JsonNode trouble = served.get("/overview").json().get("trouble");
    JsonNode told =
        trouble
            .valueStream()
            .filter(one -> one.at("/kind").asString().equals("STUCK"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(trouble));
    assertThat(told.at("/count").asInt()).isEqualTo(1);
    assertThat(told.at("/link").asString())
        .isEqualTo("#/tasks?stuck=true&status=READY&type=GOOD&bucket=default");
    Answer found = served.get(told.at("/link").asString().substring(1));
    assertThat(found.at("/items/0/id")).isEqualTo(stuck.toString());
    assertThat(found.json().get("items").size()).isEqualTo(1);
    assertThat(served.get("/tasks?stuck=false&type=GOOD").json().get("items").size()).isEqualTo(2);
    Answer cancelled =
        served.post(
            "/bulk",
            "{\"filter\":{\"stuck\":true},\"action\":\"cancel\",\"reason\":\"nobody runs it\"}");
    assertThat(cancelled.at("/changed")).isEqualTo("1");
    assertThat(served.get("/tasks?stuck=true").json().get("items").size()).isZero();
    assertThat(served.get("/tasks?stuck=yes").at("/field")).isEqualTo("stuck");
  }

  @Test
  void finishedWorkIsReturnedByTimeAndType() {
    for (int i = 0; i < 3; i++) {
      served.add("GOOD");
    }
    served.failed();
    served.cluster.advance(Duration.ofMinutes(3));
    Answer statistics = served.get("/statistics?minutes=10&type=GOOD");
    assertThat(statistics.status()).as(statistics.text()).isEqualTo(200);
    assertThat(statistics.at("/stepSeconds")).isEqualTo("60");
    assertThat(served.get("/statistics?minutes=1440").at("/stepSeconds")).isEqualTo("720");
    assertThat(served.get("/statistics?minutes=10080").at("/stepSeconds"))
        .as("whole hours")
        .isEqualTo("7200");
    assertThat(statistics.json().get("series").size()).isEqualTo(1);
    assertThat(sum(statistics.json().at("/series/0/points"), "done")).isEqualTo(3);
    JsonNode byType = served.get("/statistics?minutes=10&by=type").json().get("series");
    assertThat(byType.valueStream().map(one -> one.get("type").asString()))
        .containsExactly("BAD", "GOOD");
    assertThat(byType.get(1).has("bucket")).isFalse();
    assertThat(byType.get(1).get("points")).isEqualTo(statistics.json().at("/series/0/points"));
    assertThat(sum(served.get("/overview").json().get("recent"), "failed")).isEqualTo(1);
    JsonNode types = served.get("/types").json().get("items");
    JsonNode good =
        types
            .valueStream()
            .filter(t -> t.at("/type").asString().equals("GOOD"))
            .findFirst()
            .orElseThrow();
    assertThat(good.at("/lastHour/done").asInt()).isEqualTo(3);
    assertThat(good.at("/nodes").size()).isEqualTo(1);
    assertThat(good.at("/paused").asBoolean()).isFalse();
    assertThat(types.toString()).contains("\"APART\"");
    JsonNode buckets = served.get("/buckets").json().get("items");
    assertThat(buckets.toString()).contains("\"bucket\":\"apart\"", "\"bucket\":\"default\"");
    assertThat(buckets.get(0).get("live").isObject()).isTrue();
  }

  private static int sum(JsonNode points, String name) {
    if (points.has(name)) {
      return points.get(name).valueStream().mapToInt(JsonNode::asInt).sum();
    }
    return points.valueStream().mapToInt(point -> point.path(name).asInt(0)).sum();
  }

  @Test
  void limitsOfTheRespondingNodeAreListed() {
    served.cluster.drain();
    Answer limits = served.get("/limits");
    assertThat(limits.status()).as(limits.text()).isEqualTo(200);
    assertThat(limits.json().get("items").isArray()).isTrue();
    assertThat(limits.at("/complete")).isEqualTo("true");
  }

  @Test
  void invalidTimeRangesAreRefusedWithTheirField() {
    assertThat(served.get("/statistics?minutes=0").at("/field")).isEqualTo("minutes");
    assertThat(served.get("/statistics?minutes=10081").at("/field")).isEqualTo("minutes");
    assertThat(served.get("/statistics?minutes=10&step=20").at("/field")).isEqualTo("step");
    assertThat(served.get("/statistics?minutes=10000&step=1").at("/field")).isEqualTo("step");
    assertThat(served.as(Right.RETRY).get("/statistics").status()).isEqualTo(403);
  }
}
