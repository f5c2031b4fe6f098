package dev.baton.management;

import static java.lang.Character.SURROGATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ErrorRoutesTest {
  private final Served served = Served.inMemory();

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void errorsAreGroupedByCauseWithoutSecretsAndRetriedTogether() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(served.failed().toString());
    }
    UUID other = served.held();
    Answer errors = served.get("/errors");
    assertThat(errors.json().get("items")).hasSize(1);
    assertThat(errors.at("/items/0/standing")).isEqualTo("ERROR");
    assertThat(errors.at("/items/0/count")).isEqualTo("3");
    assertThat(errors.at("/items/0/atLeast")).isEqualTo("false");
    assertThat(errors.at("/items/0/text")).contains("The bank said no").doesNotContain("hunter2");
    assertThat(errors.at("/items/0/error")).doesNotContain("hunter2");
    assertThat(errors.at("/items/0/latest")).isEqualTo(ids.get(2));
    assertThat(served.get("/errors?type=GOOD").json().get("items")).isEmpty();
    UUID first = UUID.fromString(ids.get(0));
    assertThat(served.cluster.baton().operations().task(first).attempts().get(0).error())
        .as("the stored text is unchanged")
        .contains("hunter2");

    String cause = errors.at("/items/0/cause");
    Answer tasks = served.get("/tasks?status=ERROR&cause=" + cause + "&limit=2");
    assertThat(tasks.json().get("items")).hasSize(2);
    String group =
        "\"filter\":{\"type\":\"BAD\",\"status\":[\"ERROR\"],\"cause\":\"" + cause + "\"}";
    Answer dry = served.post("/bulk", "{" + group + ",\"action\":\"retry\",\"dryRun\":true}");
    assertThat(dry.at("/matched")).isEqualTo("3");
    Answer done = served.post("/bulk", "{" + group + ",\"action\":\"retry\"}");
    assertThat(done.at("/changed")).isEqualTo("3");
    JsonNode named = outcome(ids, other);
    assertThat(named.get("underWay").intValue()).isEqualTo(4);
    assertThat(named.get("running").intValue()).as("none has started").isZero();
    served.cluster.drain();
    JsonNode after = outcome(ids, other);
    assertThat(after.get("failedAgain").intValue()).isEqualTo(3);
    assertThat(after.get("underWay").intValue()).isEqualTo(1);
    assertThat(after.get("tasks").intValue()).isEqualTo(4);
  }

  private JsonNode outcome(List<String> ids, UUID other) {
    String named = String.join("\",\"", ids) + "\",\"" + other;
    return served.post("/outcomes", "{\"id\":[\"" + named + "\"]}").json();
  }

  @Test
  void typeWithOneErrorIsListedNextToManyErrorsOfAnother() {
    TaskDefinition<?, ?> odd =
        RawDefinition.of(
            "ODD",
            attempt -> {
              throw new IllegalStateException("the odd one");
            });
    try (Served many = Served.with(odd.retry(Retry.never()))) {
      many.add("ODD");
      many.cluster.drain();
      for (int i = 0; i < 1_505; i++) {
        many.add("BAD");
      }
      many.cluster.drain();
      JsonNode items = many.get("/errors?standing=ERROR").json().get("items");
      assertThat(items).hasSize(2);
      assertThat(items.at("/0/type").stringValue()).isEqualTo("BAD");
      assertThat(items.at("/0/atLeast").booleanValue()).isTrue();
      assertThat(items.at("/1/type").stringValue()).isEqualTo("ODD");
      assertThat(items.at("/1/count").intValue()).isEqualTo(1);
      assertThat(items.at("/1/atLeast").booleanValue()).isFalse();
      assertThat(many.get("/errors?limit=1").json().get("items")).hasSize(1);
    }
  }

  @Test
  void keyOrLabelThatMostTasksOfACauseHaveIsNamed() {
    TaskDefinition<?, ?> says =
        RawDefinition.of(
            "SAYS",
            attempt -> {
              throw new IllegalStateException(attempt.payloadText());
            });
    try (Served served = Served.with(says.retry(Retry.never()))) {
      TaskType<Bytes, Void> type = TaskType.of("SAYS", Bytes.class);
      for (int i = 0; i < 5; i++) {
        served.cluster.add(
            type.with(Bytes.of("no route")).label("partner", "NORTHBANK").label("env", "prod"));
        served.cluster.add(
            type.with(Bytes.of("no money")).label("partner", "P" + i).label("env", "prod"));
        served.cluster.add(
            type.with(Bytes.of("no key")).key(i == 0 ? "A" : "B").label("env", "prod"));
      }
      served.cluster.drain();
      Map<String, JsonNode> common = new TreeMap<>();
      for (JsonNode group : served.get("/errors").json().get("items")) {
        common.put(group.get("text").stringValue().split(": ")[1], group.path("common"));
      }
      assertThat(common.get("no route").toString())
          .isEqualTo("{\"label\":\"partner\",\"value\":\"NORTHBANK\",\"count\":5}");
      assertThat(common.get("no money").isMissingNode()).isTrue();
      assertThat(common.get("no key").toString()).isEqualTo("{\"value\":\"B\",\"count\":4}");
    }
  }

  @Test
  void groupIsMutedListedAndAudited() {
    served.failed();
    String cause = served.get("/errors").at("/items/0/cause");
    String group = "{\"type\":\"BAD\",\"cause\":\"" + cause + "\"";
    String until = ",\"until\":\"2026-03-02T12:00:00Z\",\"reason\":\"known, password=hunter2\"}";
    Answer done = served.post("/errors/mute", group + until);
    assertThat(done.at("/causes")).as(done.toString()).isEqualTo("1");
    Answer muted = served.get("/errors");
    assertThat(muted.at("/items/0/muted/until")).isEqualTo("2026-03-02T12:00:00Z");
    assertThat(muted.at("/items/0/muted/reason")).isEqualTo("known, password=[redacted]");
    assertThat(served.get("/audit").at("/items/0/detail")).contains("muted until");
    assertThat(served.get("/audit").json().toString()).doesNotContain("hunter2");
    assertThat(served.post("/errors/unmute", group + "}").at("/causes")).isEqualTo("1");
    assertThat(served.get("/errors").json().at("/items/0").has("muted")).isFalse();
    String other = group.replace(cause, new UUID(1, 1).toString());
    assertThat(served.post("/errors/mute", other + "}").status()).isEqualTo(409);
  }

  @Test
  void causeIsAnIdAndErrorIsText() {
    assertThat(served.get("/tasks?cause=bad").status()).isEqualTo(400);
    assertThat(served.get("/tasks?attempts=-1").status()).isEqualTo(400);
    assertThat(served.post("/outcomes", "{\"id\":[]}").status()).isEqualTo(400);
    served.failed();
    assertThat(served.get("/tasks?status=ERROR&error=BANK").json().get("items")).hasSize(1);
    assertThat(served.get("/tasks?status=ERROR&error=nobody").json().get("items")).isEmpty();
    assertThat(served.get("/tasks?error=hunter2&status=" + Status.ERROR).json().get("items"))
        .as("a search can't reveal redacted text")
        .isEmpty();
  }

  private static Served failingWith(String message) {
    TaskDefinition<?, ?> says =
        RawDefinition.of(
            "SAYS",
            attempt -> {
              throw new IllegalStateException(message);
            });
    return Served.with(
        says.retry(Retry.fixed(Duration.ofSeconds(10))),
        RawDefinition.of("SILENT", attempt -> Outcome.failed("")));
  }

  @Test
  void tasksWithoutErrorTextAreOneGroup() {
    try (Served silent = failingWith("")) {
      silent.add("SILENT");
      silent.cluster.drain();
      String cause = silent.get("/errors").at("/items/0/cause");
      assertThat(silent.get("/tasks?status=FAILED&cause=" + cause).json().get("items")).hasSize(1);
    }
  }

  @Test
  void longErrorIsCutBetweenCharacters() {
    for (int begin = 160; begin < 164; begin++) {
      try (Served full = failingWith("x".repeat(begin) + "\uD83D\uDE00".repeat(300))) {
        full.add("SAYS");
        full.cluster.advance(Duration.ofSeconds(1));
        Answer errors = full.get("/errors");
        assertThat(errors.status()).as(errors.text()).isEqualTo(200);
        assertThat(errors.at("/items/0/text")).matches(ErrorRoutesTest::hasWholeCharacters);
        assertThat(errors.at("/items/0/error")).matches(ErrorRoutesTest::hasWholeCharacters);
      }
    }
  }

  private static boolean hasWholeCharacters(String text) {
    return text.codePoints()
        .noneMatch(
            point -> point == '?' || point == 0xFFFD || Character.getType(point) == SURROGATE);
  }

  @Test
  void truncatedSecretIsNotShownInPart() {
    String message = "the bank said no ".repeat(26) + "x".repeat(5);
    try (Served cut = failingWith(message + " card 4111 1111 1111 1111 was refused")) {
      cut.add("SAYS");
      cut.cluster.advance(Duration.ofMinutes(1));
      for (String path : List.of("/errors", "/overview", "/tasks?retrying=true")) {
        assertThat(cut.get(path).text()).contains("the bank said no").doesNotContain("4111");
      }
    }
  }
}
