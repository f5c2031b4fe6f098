package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.management.access.Right;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterRoutesTest {
  private static final String SCHEDULE =
      "{\"timing\":\"rate PT1M\",\"runs\":{\"type\":\"GOOD\",\"payload\":{\"a\":1}}}";

  private final Served served = Served.inMemory();

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void rootReturnsPrincipalAndRights() {
    Answer root = served.as(Right.VIEW, Right.RETRY).get("");
    assertThat(root.status()).isEqualTo(200);
    assertThat(root.at("/principal")).isEqualTo("alice");
    assertThat(root.json().get("rights").toString()).isEqualTo("[\"VIEW\",\"RETRY\"]");
    assertThat(root.at("/prefix")).isEqualTo("/baton");
    assertThat(root.at("/version")).matches("\\d+\\.\\d+.*|unknown");
  }

  @Test
  void pauseOfANameThatNoNodeKnowsNeedsAConfirmation() {
    for (String name : List.of("\"type\":\"GOOOD\"", "\"type\":\"GOOD\",\"bucket\":\"nigth\"")) {
      Answer asked = served.post("/pauses", "{" + name + ",\"reason\":\"r\"}");
      assertThat(asked.status()).as(asked.text()).isEqualTo(409);
      assertThat(asked.at("/type")).isEqualTo("urn:baton:problem:unknown-name");
    }
    assertThat(served.get("/pauses").json().get("items").size()).isZero();
    Answer sure = served.post("/pauses", "{\"type\":\"GOOOD\",\"reason\":\"r\",\"unknown\":true}");
    assertThat(sure.at("/changed")).isEqualTo("true");
  }

  @Test
  void typeThatOnlyTasksHaveIsKnown() {
    served.add("NO_HANDLER");
    served.cluster.advance(Duration.ofSeconds(30));
    Answer paused = served.post("/pauses", "{\"type\":\"NO_HANDLER\",\"reason\":\"r\"}");
    assertThat(paused.status()).as(paused.text()).isEqualTo(200);
  }

  @Test
  void pausedTasksWaitUntilResumed() {
    Answer paused = served.post("/pauses", "{\"type\":\"GOOD\",\"reason\":\"the bank is closed\"}");
    assertThat(paused.at("/changed")).isEqualTo("true");
    assertThat(served.get("/pauses").at("/items/0/reason")).isEqualTo("the bank is closed");
    UUID id = served.add("GOOD");
    served.cluster.advance(Duration.ofSeconds(5));
    assertThat(served.get("/tasks/" + id).at("/status")).isEqualTo("READY");
    Answer why = served.get("/tasks/" + id + "/explanation");
    assertThat(why.at("/reasons/0/kind")).isEqualTo("IS_PAUSED");
    assertThat(why.at("/reasons/0/pause/type")).isEqualTo("GOOD");
    Answer resumed = served.post("/pauses/resume", "{\"type\":\"GOOD\"}");
    assertThat(resumed.at("/changed")).isEqualTo("true");
    assertThat(resumed.json().get("items").size()).isZero();
    served.cluster.advance(Duration.ofSeconds(5));
    assertThat(served.get("/tasks/" + id).at("/status")).isEqualTo("DONE");
    Answer audit = served.get("/audit?actor=alice");
    assertThat(audit.at("/items/0/action")).isEqualTo("RESUME");
    assertThat(audit.at("/items/1/action")).isEqualTo("PAUSE");
    assertThat(audit.at("/items/1/reason")).isEqualTo("the bank is closed");
    assertThat(audit.at("/items/1/detail")).isEqualTo("tasks of type GOOD");
  }

  @Test
  void aLimitIsSetForTheWholeClusterAndResetAgain() {
    String target = "\"kind\":\"NODE_SLOTS\",\"name\":\"GOOD\"";
    Answer dry = served.post("/overrides", "{" + target + ",\"slots\":5,\"dryRun\":true}");
    assertThat(dry.status()).as(dry.text()).isEqualTo(200);
    assertThat(dry.at("/after")).isEqualTo("5");
    assertThat(served.get("/overrides").text()).doesNotContain("setBy");
    served.post(
        "/overrides",
        "{" + target + ",\"slots\":5,\"reason\":\"the bank is slow, token: hunter2\"}");
    Answer list = served.get("/overrides");
    assertThat(list.text()).doesNotContain("hunter2");
    assertThat(list.text()).contains("\"set\":\"5\"", "\"setBy\":\"alice\"", "the bank is slow");
    String retry = "{\"kind\":\"RETRY\",\"name\":\"GOOD\",\"attempts\":3,\"multiplier\":\"1.5\"}";
    assertThat(served.post("/overrides", retry).at("/after")).contains("3 attempts", "1.5");
    assertThat(served.post("/overrides", "{" + target + ",\"slots\":0}").status()).isEqualTo(400);
    assertThat(served.post("/overrides", "{" + target + "}").status()).isEqualTo(400);
    String state = "{\"kind\":\"STATE_SLOTS\",\"name\":\"APART/SENT\",\"slots\":7}";
    assertThat(served.post("/overrides", state).at("/after")).isEqualTo("7");
    assertThat(served.get("/overrides").text()).contains("on each node of state APART/SENT");
    String unknown = "{\"kind\":\"RATE\",\"name\":\"none\",\"units\":5}";
    Answer refused = served.post("/overrides", unknown);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text()).contains("doesn't know the rate none");
    assertThat(served.as(Right.VIEW).post("/overrides", unknown).status()).isEqualTo(403);
    Answer reset = served.post("/overrides/reset", "{" + target + "}");
    assertThat(reset.at("/before")).isEqualTo("5");
    assertThat(served.post("/overrides/reset", "{" + target + "}").status()).isEqualTo(409);
    assertThat(served.get("/audit?actor=alice").text())
        .contains("slots on each node of type GOOD: the value in code to 5", "the bank is slow")
        .contains("slots on each node of type GOOD: 5 to the value in code");
  }

  @Test
  void aScheduleIsPutRunPausedResumedEndedAndForgotten() {
    Answer put = served.send("PUT", "/schedules/every%20minute", SCHEDULE);
    assertThat(put.status()).as(put.text()).isEqualTo(200);
    assertThat(put.at("/name")).isEqualTo("every minute");
    assertThat(put.at("/runs/type")).isEqualTo("GOOD");
    served.cluster.advance(Duration.ofSeconds(1));
    Answer run = served.post("/schedules/every%20minute/run", "{}");
    assertThat(run.at("/lastRuns/0/type")).isEqualTo("GOOD");
    Answer second = served.post("/schedules/every%20minute/run", "{}");
    assertThat(second.at("/lastRuns/0/id")).isEqualTo(second.at("/lastTask"));
    assertThat(second.at("/lastRuns/1/id")).isEqualTo(run.at("/lastTask"));
    assertThat(served.post("/schedules/every%20minute/pause", "{}").at("/paused"))
        .isEqualTo("true");
    assertThat(served.post("/schedules/every%20minute/resume", "{}").at("/paused"))
        .isEqualTo("false");
    Answer changed =
        served.send("PUT", "/schedules/every%20minute", "{\"timing\":\"cron UTC 0 30 8 * * *\"}");
    assertThat(changed.at("/timing")).isEqualTo("cron UTC 0 30 8 * * *");
    assertThat(changed.at("/runs/payloadSize")).isEqualTo("7");
    assertThat(served.post("/schedules/every%20minute/end", "{}").at("/over")).isEqualTo("true");
    served.send("PUT", "/schedules/another", SCHEDULE);
    Answer list = served.get("/schedules?limit=1");
    assertThat(list.at("/items/0/name")).isEqualTo("another");
    assertThat(served.get("/schedules?limit=1&after=" + list.at("/next")).at("/items/0/name"))
        .isEqualTo("every minute");
    assertThat(served.send("DELETE", "/schedules/another", "").at("/removed")).isEqualTo("true");
    assertThat(served.get("/schedules/another").status()).isEqualTo(404);
    assertThat(served.get("/audit?action=SCHEDULE_RUN").at("/items/0/detail"))
        .isEqualTo("every minute: every 1 min, runs GOOD");
  }

  @Test
  void nodesAreListedWithTheirTypes() {
    served.cluster.drain();
    Answer nodes = served.get("/nodes");
    var runs =
        nodes
            .json()
            .get("items")
            .valueStream()
            .filter(node -> node.get("role").stringValue().equals("SERVER"))
            .toList();
    assertThat(runs).as(nodes.text()).hasSize(1);
    assertThat(runs.get(0).get("types").toString()).isEqualTo("[\"APART\",\"BAD\",\"GOOD\"]");
    assertThat(runs.get(0).get("presence").stringValue()).isEqualTo("LIVE");
  }

  @Test
  void invalidSchedulesAndPausesAreRefusedWithTheirField() {
    String other = SCHEDULE.replace("rate PT1M", "%s");
    for (List<String> wrong :
        List.of(
            List.of(other.formatted("soon"), "timing"),
            List.of(other.formatted("rate PT0.1S"), "timing"),
            List.of(other.formatted("rate P3000000D"), "timing"),
            List.of(other.formatted("delay P3000000D"), "timing"),
            List.of(other.formatted("cron UTC 99 * * * * *"), "timing"),
            List.of(other.formatted("cron UTC 0 0 9 31W * *"), "timing"),
            List.of(other.formatted("cron UTC 0 0 9 30 2 *"), "timing"),
            List.of("{\"timing\":\"rate PT1M\"}", "runs"),
            List.of("{\"timing\":\"rate PT1M\",\"runs\":{}}", "runs.type"),
            List.of("{\"timing\":\"rate PT1M\",\"runs\":{\"type\":\"GOOD\",\"x\":1}}", "runs.x"),
            List.of(SCHEDULE.replace("{\"a\":1}", "1,\"text\":\"a\""), "runs.payload"),
            List.of(SCHEDULE.replace("{\"ti", "{\"missed\":\"NEVER\",\"ti"), "missed"),
            List.of(SCHEDULE.replace("{\"ti", "{\"jitter\":\"P9D\",\"ti"), "jitter"))) {
      Answer answer = served.send("PUT", "/schedules/s", wrong.get(0));
      assertThat(answer.status()).as(wrong + answer.text()).isEqualTo(400);
      assertThat(answer.at("/field")).as(answer.text()).isEqualTo(wrong.get(1));
    }
    assertThat(served.get("/schedules/s").status()).isEqualTo(404);
    assertThat(served.post("/pauses", "{\"type\":\"GOOD\"}").at("/field")).isEqualTo("reason");
    assertThat(served.post("/pauses", "{\"reason\":\"r\"}").at("/field")).isEqualTo("type");
    assertThat(served.get("/pauses").json().get("items").size()).isZero();
  }

  /** A browser or a proxy would change it to the address of another route. */
  @Test
  void scheduleNameCannotResolveToAnotherRoute() {
    for (String name : List.of(".", "..", "%2e", "%2E%2e")) {
      Answer answer = served.send("PUT", "/schedules/" + name, SCHEDULE);
      assertThat(answer.status()).as(name + answer.text()).isEqualTo(400);
    }
    assertThat(served.send("PUT", "/schedules/...", SCHEDULE).status()).isEqualTo(200);
  }
}
