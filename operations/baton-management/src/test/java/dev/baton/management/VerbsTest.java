package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.api.codec.Compression;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerbsTest {
  /** The payload of a typed handler. */
  record Order(String from, long cents, String note) {}

  private static final TaskType<Order, Void> PACKED =
      TaskType.of("PACKED", Order.class).version(2).compressed(Compression.GZIP);

  private final Served served = Served.inMemory();

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void eachVerbWorksInTheNameOfTheCaller() {
    UUID id = served.failed();
    assertThat(status(later(id, "retry", "{\"delay\":\"PT1H\",\"reason\":\"again\"}")))
        .isEqualTo("WAITING");
    assertThat(status(later(id, "hold", "{}"))).isEqualTo("BLOCKED");
    assertThat(status(later(id, "release", "{}"))).isEqualTo("WAITING");
    assertThat(status(later(id, "reschedule", "{\"delay\":\"PT5H\"}"))).isEqualTo("WAITING");
    Answer moved = later(id, "reschedule", "{\"runAt\":\"2027-01-01T00:00:00Z\"}");
    assertThat(moved.at("/task/runAt")).isEqualTo("2027-01-01T00:00:00Z");
    assertThat(moved.at("/verdict")).isEqualTo("APPLIED");
    assertThat(moved.header("ETag")).isEqualTo("\"" + moved.at("/task/version") + "\"");
    assertThat(later(id, "prioritize", "{\"priority\":0}").at("/task/priority")).isEqualTo("0");
    assertThat(status(later(id, "edit-payload", "{\"payload\":[1]}"))).isEqualTo("WAITING");
    assertThat(status(later(id, "cancel", "{\"reason\":\"not wanted\"}"))).isEqualTo("CANCELLED");
    assertThat(status(later(id, "run-again", "{\"delay\":\"PT2H\"}"))).isEqualTo("WAITING");
    assertThat(status(later(id, "fail", "{\"reason\":\"enough\"}"))).isEqualTo("FAILED");
    Answer audit = served.get("/tasks/" + id + "/audit");
    assertThat(
            audit.json().get("items").valueStream().map(item -> item.get("action").stringValue()))
        .containsExactly(
            "FAIL",
            "RUN_AGAIN",
            "CANCEL",
            "EDIT",
            "PRIORITIZE",
            "RESCHEDULE",
            "RESCHEDULE",
            "RELEASE",
            "HOLD",
            "RETRY");
    assertThat(audit.json().get("items").valueStream().map(item -> item.get("actor").stringValue()))
        .containsOnly("alice");
    assertThat(audit.at("/items/2/reason")).isEqualTo("not wanted");
    assertThat(audit.at("/items/9/reason")).isEqualTo("again");
  }

  @Test
  void retriedTaskRuns() {
    UUID id = served.failed();
    served.act(id, "edit-payload", "{\"text\":\"changed\"}");
    assertThat(served.act(id, "retry", "{}").status()).isEqualTo(200);
    served.cluster.drain();
    assertThat(served.get("/tasks/" + id).at("/status")).isEqualTo("ERROR");
    assertThat(served.get("/tasks/" + id + "/attempts").json().get("items").size()).isEqualTo(2);
  }

  @Test
  void staleVersionIsConflictWithTheCurrentTask() {
    UUID id = served.waiting();
    long seen = served.version(id);
    served.act(id, "hold", "{}");
    Answer stale =
        served.post("/tasks/" + id + "/cancel", "{\"reason\":\"x\",\"version\":" + seen + "}");
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.at("/current/status")).isEqualTo("BLOCKED");
    assertThat(stale.at("/current/version")).isEqualTo(String.valueOf(served.version(id)));
    assertThat(stale.at("/detail")).contains("version " + seen);
    Answer misplaced = served.act(id, "retry", "{}");
    assertThat(misplaced.status()).isEqualTo(409);
    assertThat(misplaced.at("/current/status")).isEqualTo("BLOCKED");
  }

  @Test
  void secondOfTwoConcurrentChangesGets409() {
    for (int round = 0; round < 10; round++) {
      UUID id = served.waiting();
      String tag = "\"" + served.version(id) + "\"";
      var answers =
          Stream.of("hold", "reschedule")
              .map(
                  verb ->
                      CompletableFuture.supplyAsync(
                          () -> served.post("/tasks/" + id + "/" + verb, "{}", "If-Match", tag)))
              .toList();
      assertThat(answers.stream().map(answer -> answer.join().status()))
          .containsExactlyInAnyOrder(200, 409);
    }
  }

  @Test
  void versionIsRequiredOnce() {
    UUID id = served.waiting();
    String path = "/tasks/" + id + "/hold";
    Answer missing = served.post(path, "{}");
    assertThat(missing.status()).isEqualTo(400);
    assertThat(missing.at("/field")).isEqualTo("version");
    assertThat(served.post(path, "{}", "If-Match", "*").at("/field")).isEqualTo("version");
    assertThat(served.post(path, "{\"version\":1}", "If-Match", "\"2\"").at("/field"))
        .isEqualTo("version");
    assertThat(served.post(path, "{\"version\":1}", "If-Match", "\"1\"").status()).isEqualTo(200);
  }

  @Test
  void editedPayloadIsReadableInEveryStoredForm() {
    Order order = new Order("DE02", 100, "x".repeat(1_000));
    UUID id = served.cluster.add(PACKED.with(order));
    assertThat(served.get("/tasks/" + id + "/payload").at("/json/cents")).isEqualTo("100");
    Answer edited =
        served.act(
            id,
            "edit-payload",
            "{\"payload\":{\"from\":\"DE\\u003c\",\"cents\":9007199254740993}}");
    assertThat(edited.status()).as(edited.text()).isEqualTo(200);
    assertThat(served.cluster.task(id).payload(PACKED))
        .isEqualTo(new Order("DE<", 9007199254740993L, null));
    assertThat(served.get("/tasks/" + id + "/payload").at("/json/cents"))
        .isEqualTo("9007199254740993");
  }

  @Test
  void invalidJsonDoesNotReplaceJson() {
    UUID id = served.cluster.add(TaskType.of("GOOD", Bytes.class).with(Bytes.of("{\"a\":1}")));
    Answer refused = served.act(id, "edit-payload", "{\"text\":\"{a:1\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/field")).isEqualTo("text");
    assertThat(served.act(id, "edit-payload", "{\"text\":\"{ \\\"a\\\": 2.50 }\"}").status())
        .isEqualTo(200);
    assertThat(served.get("/tasks/" + id + "/payload").at("/text")).isEqualTo("{ \"a\": 2.50 }");
    assertThat(served.act(id, "edit-payload", "{\"base64\":\"AAE=\"}").status()).isEqualTo(200);
    assertThat(served.get("/tasks/" + id + "/payload").at("/form")).isEqualTo("BYTES");
  }

  @Test
  void bulkChangesAllMatchingTasks() {
    UUID first = served.add("BAD");
    served.add("BAD");
    served.cluster.drain();
    UUID held = served.held();
    String filter = "{\"filter\":{\"type\":\"BAD\",\"status\":[\"ERROR\"]},\"action\":";
    Answer guess = served.post("/bulk", filter + "\"retry\",\"dryRun\":true}");
    assertThat(guess.at("/matched")).isEqualTo("2");
    assertThat(guess.at("/changed")).isEqualTo("0");
    assertThat(guess.at("/refused")).isEqualTo("0");
    assertThat(guess.at("/results/0/verdict")).isEqualTo("WOULD_CHANGE");
    assertThat(served.get("/tasks/" + first).at("/status")).isEqualTo("ERROR");
    Answer one = served.post("/bulk", filter + "\"retry\",\"atMost\":1,\"delay\":\"PT1H\"}");
    assertThat(one.at("/changed")).isEqualTo("1");
    Answer rest =
        served.post(
            "/bulk",
            filter + "\"cancel\",\"reason\":\"storm\",\"after\":\"" + one.at("/next") + "\"}");
    assertThat(rest.at("/changed")).isEqualTo("1");
    assertThat(rest.at("/next")).isEmpty();
    assertThat(rest.at("/results/0/verdict")).isEqualTo("CHANGED");
    Answer both =
        served.post(
            "/bulk", "{\"filter\":{\"order\":\"oldest\"},\"all\":true,\"action\":\"release\"}");
    assertThat(List.of(both.at("/matched"), both.at("/changed"), both.at("/refused")))
        .containsExactly("3", "1", "2");
    assertThat(served.get("/tasks/" + held).at("/status")).isEqualTo("READY");
    assertThat(served.get("/audit?action=CANCEL").at("/items/0/reason")).isEqualTo("storm");
  }

  /** A task that is DONE may have had the same error before. */
  @Test
  void bulkRunAgainNeedsStatus() {
    UUID done = served.add("GOOD");
    served.cluster.drain();
    Answer refused =
        served.post("/bulk", "{\"filter\":{\"type\":\"GOOD\"},\"action\":\"run-again\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/detail")).contains("status", "run twice");
    assertThat(served.get("/tasks/" + done).at("/status")).isEqualTo("DONE");
    String one = "{\"filter\":{\"id\":[\"" + done + "\"]},\"action\":\"run-again\"}";
    assertThat(served.post("/bulk", one).at("/changed")).isEqualTo("1");
  }

  /** An empty filter that a program computed must not mean every task. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"order\":\"oldest\"}",
        "{\"attempts\":0}",
        "{\"stuck\":false,\"retrying\":false}",
        "{\"error\":\"\"}",
        "{\"status\":[\"BLOCKED\",\"WAITING\",\"READY\",\"RUNNING\",\"ERROR\",\"DONE\",\"FAILED\","
            + "\"CANCELLED\"]}"
      })
  void filterForEveryTaskNeedsAll(String filter) {
    UUID held = served.held();
    String start = "{\"filter\":" + filter + ",\"action\":\"cancel\",\"reason\":\"r\"";
    for (String all : List.of("", ",\"all\":false")) {
      Answer refused = served.post("/bulk", start + all + "}");
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.at("/field")).isEqualTo("all");
      assertThat(served.get("/tasks/" + held).at("/status")).isEqualTo("BLOCKED");
    }
    assertThat(served.post("/bulk", start + ",\"dryRun\":true}").at("/matched")).isEqualTo("1");
    assertThat(served.post("/bulk", start + ",\"all\":true}").at("/changed")).isEqualTo("1");
    assertThat(served.get("/tasks/" + held).at("/status")).isEqualTo("CANCELLED");
  }

  /** Waits first, so that the audit entries have an order. */
  private Answer later(UUID id, String verb, String body) {
    served.cluster.advance(Duration.ofMillis(1));
    return served.act(id, verb, body);
  }

  private static String status(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.at("/task/status");
  }
}
