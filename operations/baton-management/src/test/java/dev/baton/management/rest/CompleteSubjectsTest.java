package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Grant;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Json;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Timing;
import dev.baton.test.TestBaton;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that the policy gets complete subjects, also if the request omits parts. */
class CompleteSubjectsTest {
  private final TestBaton cluster =
      TestBaton.inMemory()
          .define(
              RawDefinition.of("SALARY", attempt -> Outcome.done()).bucket("salaries"),
              RawDefinition.of("PAYOUT", attempt -> Outcome.done()).bucket("payouts"),
              RawDefinition.of(
                      "PARENT",
                      attempt -> {
                        cluster().tasks().add(TaskRequest.of(TaskType.of("PAYOUT")).onHold());
                        return Outcome.done();
                      })
                  .bucket("salaries"))
          .start();

  /** Allows everything for the bucket payouts, and nothing for others. */
  private final Management management =
      Management.of(cluster.baton())
          .accessPolicy(AccessPolicy.of(Grant.to("ops").rights(Right.values()).buckets("payouts")))
          .principal(request -> Principal.of("anna", "ops"))
          .build();

  private TestBaton cluster() {
    return cluster;
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void scheduleWithoutBucketUsesTheBucketOfItsType() {
    String timing = "{\"timing\":\"rate PT1H\",\"runs\":{\"type\":\"%s\"%s}}";
    assertThat(send("PUT", "/schedules/x", timing.formatted("SALARY", "")).status()).isEqualTo(403);
    assertThat(cluster.baton().schedules().find("x")).isEmpty();
    Response put = send("PUT", "/schedules/x", timing.formatted("PAYOUT", ""));
    assertThat(put.status()).isEqualTo(200);
    assertThat(json(put).at("/runs/bucket").asString()).isEqualTo("payouts");
    assertThat(send("PUT", "/schedules/x", timing.formatted("SALARY", "")).status()).isEqualTo(403);
    String unknown = timing.formatted("SOMETHING", "");
    assertThat(send("PUT", "/schedules/y", unknown).status())
        .as("this node doesn't know the type's bucket")
        .isEqualTo(403);
    String named = timing.formatted("SOMETHING", ",\"bucket\":\"payouts\"");
    assertThat(send("PUT", "/schedules/y", named).status()).isEqualTo(200);
  }

  @Test
  void addNeedsTheRightInTheBucketOfTheDefinitionToo() {
    String salary = "{\"type\":\"SALARY\",\"bucket\":\"payouts\"}";
    assertThat(send("POST", "/tasks", salary).status()).isEqualTo(403);
    String put = "{\"timing\":\"rate PT1H\",\"runs\":" + salary + "}";
    assertThat(send("PUT", "/schedules/x", put).status()).isEqualTo(403);
    assertThat(cluster.baton().schedules().find("x")).isEmpty();
    cluster
        .baton()
        .schedules()
        .put(
            Schedule.of("x", Timing.of("rate PT1H"))
                .adds(TaskRequest.of(TaskType.of("SALARY")).bucket("payouts")));
    assertThat(send("POST", "/schedules/x/run", "{}").status()).isEqualTo(403);
    assertThat(send("PUT", "/schedules/x", "{\"timing\":\"rate PT2H\"}").status()).isEqualTo(403);
    assertThat(cluster.baton().schedules().find("x").orElseThrow().past().runs()).isZero();
    String payout = "{\"type\":\"PAYOUT\",\"bucket\":\"payouts\"}";
    assertThat(send("POST", "/tasks", payout).status()).isEqualTo(200);
  }

  @Test
  void puttingOrRunningScheduleNeedsTheRightToAdd() {
    Management noAdd =
        Management.of(cluster.baton())
            .accessPolicy(
                AccessPolicy.of(
                    Grant.to("ops").rights(Right.VIEW, Right.CONFIGURE),
                    Grant.to("ops").rights(Right.ADD).types("SALARY")))
            .principal(request -> Principal.of("anna", "ops"))
            .build();
    String put = "{\"timing\":\"rate PT1H\",\"runs\":{\"type\":\"%s\"}}";
    assertThat(send(noAdd, "PUT", "/schedules/x", put.formatted("PAYOUT")).status()).isEqualTo(403);
    assertThat(send("PUT", "/schedules/x", put.formatted("PAYOUT")).status()).isEqualTo(200);
    for (String verb : new String[] {"run", "pause", "resume"}) {
      assertThat(send(noAdd, "POST", "/schedules/x/" + verb, "{}").status())
          .as(verb)
          .isEqualTo(verb.equals("run") ? 403 : 200);
    }
    assertThat(send(noAdd, "PUT", "/schedules/y", put.formatted("SALARY")).status()).isEqualTo(200);
    assertThat(send(noAdd, "POST", "/schedules/y/run", "{}").status()).isEqualTo(200);
  }

  @Test
  void taskWithoutBucketUsesTheBucketOfItsType() {
    assertThat(send("POST", "/tasks", "{\"type\":\"SALARY\"}").status()).isEqualTo(403);
    assertThat(json(send("GET", "/tasks", "")).get("items")).isEmpty();
    String elsewhere = "{\"type\":\"PAYOUT\",\"bucket\":\"salaries\"}";
    assertThat(send("POST", "/tasks", elsewhere).status()).isEqualTo(403);
    Response added = send("POST", "/tasks", "{\"type\":\"PAYOUT\"}");
    assertThat(json(added).get("verdict").asString()).isEqualTo("ADDED");
    Response unknown = send("POST", "/tasks", "{\"type\":\"SOMETHING\"}");
    assertThat(unknown.status()).as("this node doesn't know the type's bucket").isEqualTo(403);
    assertThat(json(unknown).get("detail").asString()).contains("name a type, bucket");
  }

  @Test
  void callerWithoutAddDoesNotLearnWhetherTypeIsKnown() {
    String body = "{\"type\":\"%s\",\"key\":\"k\"}";
    Response known = send("POST", "/tasks", body.formatted("SALARY"));
    Response unknown = send("POST", "/tasks", body.formatted("SOMETHING"));
    assertThat(unknown.status()).isEqualTo(known.status()).isEqualTo(403);
    assertThat(unknown.body().toText().replace("SOMETHING", "SALARY"))
        .isEqualTo(known.body().toText());
  }

  @Test
  void callerWithAddButWithoutViewLearnsThatTaskExists() {
    Management blind =
        Management.of(cluster.baton())
            .accessPolicy(AccessPolicy.of(Grant.to("ops").rights(Right.ADD).types("PAYOUT")))
            .principal(request -> Principal.of("anna", "ops"))
            .build();
    String body = "{\"type\":\"PAYOUT\",\"uniqueKey\":\"k\",\"held\":true}";
    String first = json(send(blind, "POST", "/tasks", body)).get("id").asString();
    JsonNode second = json(send(blind, "POST", "/tasks", body));
    assertThat(second.get("verdict").asString()).isEqualTo("EXISTS");
    assertThat(second.get("id").asString()).isEqualTo(first);
    assertThat(send(blind, "GET", "/tasks", "").status()).isEqualTo(403);
  }

  @Test
  void signalNeedsTheRightToEditAndIsAudited() {
    UUID hidden = cluster.add(TaskRequest.of(TaskType.of("PAYOUT")).bucket("salaries").onHold());
    UUID held = cluster.add(TaskRequest.of(TaskType.of("PAYOUT")).onHold());
    String approval = "{\"name\":\"approval\",\"payload\":{\"by\":\"Ann\"},\"reason\":\"r\"}";
    assertThat(send("POST", "/tasks/" + hidden + "/signals", approval).status()).isEqualTo(404);
    Response kept = send("POST", "/tasks/" + held + "/signals", approval);
    assertThat(json(kept).get("verdict").asString()).isEqualTo("KEPT");
    JsonNode entry = json(send("GET", "/tasks/" + held + "/audit", "")).at("/items/0");
    assertThat(entry.get("action").asString()).isEqualTo("SIGNAL");
    assertThat(entry.get("detail").asString()).isEqualTo("approval");
    assertThat(entry.toString()).doesNotContain("Ann");
    Response blank = send("POST", "/tasks/" + held + "/signals", "{\"name\":\" \"}");
    assertThat(blank.status()).isEqualTo(400);
    cluster.baton().tasks().cancel(held, "over");
    assertThat(send("POST", "/tasks/" + held + "/signals", approval).status()).isEqualTo(409);
  }

  @Test
  void pauseWithoutBucketCoversAllBuckets() {
    Response all = send("POST", "/pauses", "{\"type\":\"SALARY\",\"reason\":\"r\"}");
    assertThat(all.status()).isEqualTo(403);
    assertThat(json(all).get("detail").asString()).contains("every task with type SALARY");
    assertThat(send("POST", "/pauses", "{\"type\":\"PAYOUT\",\"reason\":\"r\"}").status())
        .isEqualTo(403);
    assertThat(cluster.baton().cluster().pauses()).isEmpty();
    String named = "{\"type\":\"PAYOUT\",\"bucket\":\"payouts\",\"reason\":\"r\"}";
    assertThat(send("POST", "/pauses", named).status()).isEqualTo(200);
  }

  @Test
  void bulkCursorNamesNoHiddenTask() {
    UUID hidden = cluster.add(TaskRequest.of(TaskType.of("SALARY")).onHold());
    cluster.add(TaskRequest.of(TaskType.of("PAYOUT")).onHold());
    UUID hiddenToo = cluster.add(TaskRequest.of(TaskType.of("SALARY")).onHold());
    String bulk = "{\"filter\":{},\"action\":\"release\",\"dryRun\":true,\"atMost\":1}";
    JsonNode report = json(send("POST", "/bulk", bulk));
    assertThat(report.get("matched").intValue()).isEqualTo(1);
    assertThat(report.toString()).doesNotContain(hidden.toString(), hiddenToo.toString());
    assertThat(report.has("next")).as("no visible task follows").isFalse();
  }

  @Test
  void hiddenParentIsNotNamed() {
    UUID parent = cluster.add(TaskRequest.of(TaskType.of("PARENT")));
    cluster.drain();
    JsonNode page = json(send("GET", "/tasks", ""));
    assertThat(page.get("items")).hasSize(1);
    assertThat(page.toString()).doesNotContain(parent.toString());
  }

  @Test
  void onlyVisibleDependenciesAreNamed() {
    UUID hidden = cluster.add(TaskRequest.of(TaskType.of("SALARY")).onHold());
    UUID seen = cluster.add(TaskRequest.of(TaskType.of("PAYOUT")).onHold());
    UUID waiting =
        cluster.add(TaskRequest.of(TaskType.of("PAYOUT")).waitForEnd(List.of(hidden, seen)));
    for (String path : new String[] {"", "/explanation", "/related"}) {
      Response answer = send("GET", "/tasks/" + waiting + path, "");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body().toText())
          .contains(seen.toString())
          .doesNotContain(hidden.toString())
          .doesNotContain("2 other")
          .doesNotContain("\"total\":2");
    }
    UUID behind = cluster.add(TaskRequest.of(TaskType.of("SALARY")).waitForDone(List.of(seen)));
    assertThat(send("GET", "/tasks/" + seen + "/related", "").body().toText())
        .contains(waiting.toString())
        .doesNotContain(behind.toString());
  }

  private Response send(String method, String path, String body) {
    return send(management, method, path, body);
  }

  private static Response send(Management to, String method, String path, String body) {
    return to.handle(
        new Request(
            method,
            "",
            "/baton/api" + path,
            null,
            Map.of("X-Requested-With", "test", "Content-Type", "application/json"),
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
            null));
  }

  private static JsonNode json(Response response) {
    return Json.read(response.body().toArray());
  }
}
