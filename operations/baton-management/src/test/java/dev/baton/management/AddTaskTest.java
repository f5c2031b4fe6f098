package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskType;
import dev.baton.api.error.UnknownHereException;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Right;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import dev.baton.test.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that tasks added over HTTP equal those added in Java. */
class AddTaskTest {
  private final Served served = Served.inMemory();

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void addedTaskRunsAndTheAuditNamesTheCaller() {
    Answer added = add("{\"type\":\"GOOD\",\"payload\":{\"a\":1.50},\"reason\":\"ticket 7\"}");
    assertThat(added.status()).as("%s", added).isEqualTo(200);
    assertThat(added.at("/verdict")).isEqualTo("ADDED");
    UUID id = UUID.fromString(added.at("/id"));
    served.cluster.drain();
    assertThat(served.cluster.task(id).content().payload()).contains(Bytes.of("{\"a\":1.50}"));
    assertThat(served.get("/audit").toString()).contains("ticket 7", "\"ADD\"", id.toString());
  }

  @Test
  void everyFieldIsStoredAsGiven() {
    UUID id = UUID.randomUUID();
    UUID chain = UUID.randomUUID();
    Answer added =
        add(
            """
            {"type":"GOOD","subType":"s","bucket":"apart","key":"k","priority":2,"state":"new",
             "runAt":"2090-01-01T00:00:00Z","id":"%s","uniqueKey":"u","uniqueForSeconds":60,
             "correlation":"%s","labels":{"partner":"acme"},"payloadVersion":3,"text":"x"}
            """
                .formatted(id, chain));
    assertThat(added.at("/id")).as("%s", added).isEqualTo(id.toString());
    TaskInfo task = served.cluster.baton().operations().find(id).orElseThrow();
    assertThat(task.subType()).contains("s");
    assertThat(task.bucket()).isEqualTo("apart");
    assertThat(task.key()).isEqualTo("k");
    assertThat(task.priority()).isEqualTo(2);
    assertThat(task.correlationId()).contains(chain);
    assertThat(task.state()).isEqualTo("new");
    assertThat(task.runAt()).contains(Instant.parse("2090-01-01T00:00:00Z"));
    TaskContent content = served.cluster.task(id).content();
    assertThat(content.context()).isEmpty();
    assertThatThrownBy(() -> content.payload(TaskType.of("GOOD", String.class)))
        .isInstanceOf(UnknownHereException.class)
        .hasMessageContaining("version 3");
    assertThat(served.get("/tasks/" + id).at("/labels/partner")).isEqualTo("acme");
  }

  @Test
  void callerCannotWriteBatonsOwnData() {
    for (String field : List.of("context", "traits")) {
      Answer refused = add("{\"type\":\"GOOD\",\"%s\":{\"baton.order\":\"1\"}}".formatted(field));
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.at("/field")).isEqualTo(field);
    }
    assertThat(served.get("/tasks").json().get("items")).isEmpty();
  }

  @Test
  void existingTaskIsReturnedAndNothingIsAdded() {
    String body = "{\"type\":\"GOOD\",\"held\":true,\"uniqueKey\":\"k\"}";
    Answer first = add(body);
    Answer second = add(body);
    assertThat(second.at("/verdict")).isEqualTo("EXISTS");
    assertThat(second.at("/id")).isEqualTo(first.at("/id"));
    assertThat(served.get("/tasks").json().get("items")).hasSize(1);
  }

  @Test
  void orderedTaskRunsAfterItsPredecessor() {
    String body = "{\"type\":\"GOOD\",\"key\":\"k\",\"ordered\":true,\"delay\":\"PT1H\"}";
    String first = add(body).at("/id");
    String second = add(body).at("/id");
    assertThat(served.get("/tasks/" + second).at("/status")).isEqualTo("BLOCKED");
    assertThat(served.get("/tasks/" + second + "/explanation").toString()).contains(first);
  }

  @Test
  void idThatStillHasPlaceInItsOrderIsRefused() {
    String body = "{\"type\":\"GOOD\",\"key\":\"k\",\"ordered\":true%s}";
    add(body.formatted(",\"runAt\":\"2090-01-01T00:00:00Z\""));
    String second = body.formatted(",\"id\":\"" + UUID.randomUUID() + "\"");
    String id = add(second).at("/id");
    assertThat(served.act(UUID.fromString(id), "cancel", "{\"reason\":\"x\"}").status())
        .isEqualTo(200);
    served.cluster.advance(Duration.ofDays(365));
    Answer refused = add(second);
    assertThat(refused.status()).as("%s", refused).isEqualTo(409);
    assertThat(refused.at("/detail")).contains(id + " can't be used again yet");
  }

  /** The response to the commit is lost on the thread that serves the request. */
  @Test
  void addWithUnknownCommitReturnsTheId() {
    AtomicReference<Faults> faults = new AtomicReference<>();
    AccessPolicy losing =
        new Allowing(
            (right, task) -> {
              if (right == Right.ADD) {
                faults.get().loseNextCommitAnswer();
              }
              return true;
            });
    try (Served doubtful = Served.over(losing)) {
      faults.set(doubtful.cluster.faults());
      Answer answer = doubtful.post("/tasks", "{\"type\":\"GOOD\",\"held\":true}");
      assertThat(answer.status()).as("%s", answer).isEqualTo(503);
      String id = answer.at("/id");
      assertThat(answer.at("/detail")).contains("is unknown whether task " + id + " was added");
      assertThat(doubtful.get("/tasks/" + id).at("/status")).isEqualTo("BLOCKED");
    }
  }

  @Test
  void dryRunChecksEverythingAndWritesNothing() {
    String held = "{\"type\":\"GOOD\",\"uniqueKey\":\"k\",\"held\":true%s}";
    Answer would = add(held.formatted(",\"dryRun\":true"));
    assertThat(would.at("/verdict")).as("%s", would).isEqualTo("WOULD_ADD");
    assertThat(would.json().has("id")).isFalse();
    assertThat(served.get("/tasks").json().get("items")).isEmpty();
    assertThat(served.get("/audit").json().get("items")).isEmpty();
    String id = add(held.formatted("")).at("/id");
    Answer exists = add(held.formatted(",\"dryRun\":true"));
    assertThat(exists.at("/verdict")).isEqualTo("EXISTS");
    assertThat(exists.at("/id")).isEqualTo(id);
    Answer refused = add("{\"type\":\"GOOD\",\"dryRun\":true,\"key\":\"a\\tb\"}");
    assertThat(refused.status()).isEqualTo(400);
  }

  @Test
  void aDelayCountsFromTheAdding() {
    UUID id = UUID.fromString(add("{\"type\":\"GOOD\",\"delay\":\"PT1H\"}").at("/id"));
    TaskInfo task = served.cluster.baton().operations().find(id).orElseThrow();
    assertThat(task.runAt()).contains(task.createdAt().plus(Duration.ofHours(1)));
  }

  @Test
  void requestsThatJavaRefusesAreRefused() {
    String[][] refused = {
      {"{}", "type"},
      {"{\"type\":\" GOOD\"}", ""},
      {"{\"type\":\"GOOD\",\"priority\":10}", "between 0 and 9"},
      {"{\"type\":\"GOOD\",\"key\":\"a\\tb\"}", "control characters"},
      {"{\"type\":\"GOOD\",\"bucket\":\"nowhere at all\"}", ""},
      {"{\"type\":\"GOOD\",\"delay\":\"PT1S\",\"runAt\":\"2090-01-01T00:00:00Z\"}", "combined"},
      {"{\"type\":\"GOOD\",\"text\":\"x\",\"payload\":1}", "send exactly one of"},
      {"{\"type\":\"GOOD\",\"uniqueWhileKept\":true}", "uniqueKey"},
      {"{\"type\":\"GOOD\",\"ordered\":true}", "has no key"},
      {
        "{\"type\":\"GOOD\",\"ordered\":true,\"key\":\"k\",\"held\":true}", "can't be added on hold"
      },
      {"{\"type\":\"GOOD\",\"labels\":[]}", "should be an object"},
      {"{\"type\":\"GOOD\",\"labels\":{\"a\":1}}", "texts"},
      {
        "{\"type\":\"GOOD\",\"labels\":{" + manyLabels() + "}}",
        "labels: should have at most 8 names"
      },
      {"{\"type\":\"GOOD\",\"labels\":{\"a b\":\"x\"}}", "A label's name"},
      {"{\"type\":\"GOOD\",\"colour\":\"red\"}", "is unknown"},
      {"{\"type\":\"NOBODY_KNOWS\"}", "name the bucket"}
    };
    for (String[] one : refused) {
      Answer answer = add(one[0]);
      assertThat(answer.status()).as("%.200s %s", one[0], answer).isEqualTo(400);
      assertThat(answer.toString()).contains(one[1]);
    }
    assertThat(served.get("/tasks").json().get("items")).isEmpty();
  }

  /** Returns so many labels that copying all earlier ones for each label would be slow. */
  private static String manyLabels() {
    return IntStream.range(0, 5_000)
        .mapToObj(i -> "\"n" + i + "\":\"x\"")
        .collect(Collectors.joining(","));
  }

  private Answer add(String body) {
    return served.post("/tasks", body);
  }
}
