package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.management.access.Right;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests that an invalid request is refused with a clear message before anything is changed. */
class RefusalsTest {
  private static final Served SERVED = Served.inMemory();
  private static final UUID TASK = SERVED.waiting();

  @AfterAll
  static void close() {
    SERVED.close();
  }

  @Test
  void invalidQueryNamesItsField() {
    Map.of(
            "status=LOST", "status",
            "limit=0", "limit",
            "limit=501", "limit",
            "limit=many", "limit",
            "id=5", "id",
            "createdFrom=yesterday", "createdFrom",
            "createdFrom=2026-01-02T00:00:00Z&createdTo=2026-01-01T00:00:00Z", "createdTo",
            "after=x", "after",
            "type=A&typePrefix=A", "typePrefix",
            "typ=A", "typ")
        .forEach((query, field) -> refused(SERVED.get("/tasks?" + query), field));
    refused(SERVED.get("/tasks?type=A&type=B"), "type");
    refused(SERVED.get("/tasks?order=random"), "order");
    refused(SERVED.get("/tasks?after=~YQ"), "after");
    refused(SERVED.get("/tasks?runAtFrom=0000-01-01T00:00:00Z"), "runAtFrom");
    refused(SERVED.get("/tasks/not-an-id"), "id");
    refused(SERVED.get("/audit?task=1"), "task");
  }

  @Test
  void invalidBodyNamesEachOfItsFields() {
    Answer answer = SERVED.act(TASK, "reschedule", "{\"delay\":\"-PT1S\",\"x\":1,\"reason\":5}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().get("errors").valueStream().map(e -> e.get("field").stringValue()))
        .containsExactlyInAnyOrder("delay", "x", "reason");
    refused(SERVED.act(TASK, "cancel", "{}"), "reason");
    refused(SERVED.act(TASK, "cancel", "{\"reason\":null}"), "reason");
    refused(SERVED.act(TASK, "prioritize", "{\"priority\":10}"), "priority");
    refused(SERVED.act(TASK, "prioritize", "{\"priority\":1.5}"), "priority");
    refused(SERVED.act(TASK, "prioritize", "{}"), "priority");
    refused(SERVED.act(TASK, "hold", "{\"reason\":\"" + "x".repeat(1_001) + "\"}"), "reason");
    refused(SERVED.act(TASK, "edit-payload", "{}"), "payload");
    refused(SERVED.act(TASK, "edit-payload", "{\"base64\":\"%\"}"), "base64");
    refused(SERVED.act(TASK, "edit-payload", "{\"text\":\"a\",\"payload\":1}"), "payload");
    refused(
        SERVED.act(TASK, "reschedule", "{\"delay\":\"PT1S\",\"runAt\":\"2027-01-01T00:00:00Z\"}"),
        "runAt");
    refused(SERVED.post("/bulk", "{\"action\":\"retry\"}"), "filter");
    refused(SERVED.post("/bulk", "{\"filter\":{},\"action\":\"explode\"}"), "action");
    refused(SERVED.post("/bulk", "{\"filter\":{},\"action\":\"cancel\"}"), "reason");
    refused(SERVED.post("/bulk", "{\"filter\":{\"a\":1},\"action\":\"hold\"}"), "filter.a");
    // An empty list or name that a program computed doesn't mean every task.
    refused(SERVED.post("/bulk", "{\"filter\":{\"id\":[]},\"action\":\"hold\"}"), "filter.id");
    refused(SERVED.post("/bulk", "{\"filter\":{\"id\":\"\"},\"action\":\"hold\"}"), "filter.id");
    refused(
        SERVED.post("/bulk", "{\"filter\":{\"type\":\"\"},\"action\":\"hold\"}"), "filter.type");
    refused(SERVED.post("/bulk", "{\"filter\":[],\"action\":\"hold\"}"), "filter");
    refused(SERVED.post("/bulk", "{\"filter\":{},\"action\":\"hold\",\"atMost\":10001}"), "atMost");
    refused(
        SERVED.post("/bulk", "{\"filter\":{},\"action\":\"hold\",\"delay\":\"PT1S\"}"), "delay");
    assertThat(SERVED.get("/tasks/" + TASK).at("/version")).isEqualTo("1");
  }

  private static void refused(Answer answer, String field) {
    assertThat(answer.status()).as(field + answer.text()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.at("/field")).as(answer.text()).isEqualTo(field);
    assertThat(answer.at("/errors/0/message")).isNotEmpty();
    assertThat(answer.at("/detail")).contains(field);
    assertThat(answer.at("/status")).isEqualTo("400");
    assertThat(answer.at("/type")).isEqualTo("urn:baton:problem:invalid-field");
  }

  @Test
  void problemNamesItsKindAndItsTask() {
    Answer stale = SERVED.send("POST", "/tasks/" + TASK + "/hold", "{\"version\":7}");
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.at("/type")).isEqualTo("urn:baton:problem:changed-since");
    assertThat(stale.at("/instance")).isEqualTo("/baton/api/tasks/" + TASK);
    assertThat(stale.at("/current/version")).isEqualTo("1");
    Answer notNow = SERVED.act(TASK, "retry", "{}");
    assertThat(notNow.status()).isEqualTo(409);
    assertThat(notNow.at("/type")).isEqualTo("urn:baton:problem:not-allowed-now");
    assertThat(notNow.at("/title")).isEqualTo("The change is not possible now");
    assertThat(SERVED.get("/nothing").at("/type")).isEqualTo("urn:baton:problem:not-found");
  }

  @Test
  void bodyThatIsNoJsonObjectIsRefused() {
    for (String body :
        List.of(
            "{",
            "[]",
            "1",
            "{} {}",
            "{\"reason\":\"a\",\"reason\":\"b\"}",
            "[".repeat(5_000),
            "{\"reason\":1e" + "9".repeat(900) + "}")) {
      Answer answer = SERVED.act(TASK, "hold", body);
      assertThat(answer.status()).as(body + answer.text()).isEqualTo(400);
    }
  }

  @Test
  void bodyWithOtherContentTypeOrTooLargeIsRefused() {
    Answer text =
        Served.send(
            SERVED
                .request("/tasks/" + TASK + "/hold")
                .header("X-Requested-With", "x")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{\"version\":1}")));
    assertThat(text.status()).isEqualTo(415);
    String large = "{\"text\":\"" + "x".repeat(1024 * 1024) + "\"}";
    assertThat(SERVED.act(TASK, "edit-payload", large).status()).isEqualTo(413);
  }

  @Test
  void changeWithoutTheCsrfHeaderIsRefused() {
    for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
      Answer answer =
          Served.send(
              SERVED
                  .request("/tasks/" + TASK + "/hold")
                  .header("Content-Type", "application/json")
                  .method(method, BodyPublishers.ofString("{\"version\":1}")));
      assertThat(answer.status()).as(method).isEqualTo(403);
    }
    assertThat(SERVED.get("/tasks/" + TASK).at("/status")).isEqualTo("WAITING");
  }

  @Test
  void wrongMethodReturnsTheAllowedMethods() {
    Answer read = SERVED.get("/tasks/" + TASK + "/hold");
    assertThat(read.status()).isEqualTo(405);
    assertThat(read.header("Allow")).isEqualTo("POST");
    Answer changed = SERVED.send("POST", "/tasks/" + TASK, "{}");
    assertThat(changed.status()).isEqualTo(405);
    assertThat(changed.header("Allow")).isEqualTo("GET, HEAD");
    assertThat(SERVED.send("PATCH", "/schedules/x", "{}").header("Allow"))
        .isEqualTo("DELETE, GET, HEAD, PUT");
  }

  @Test
  void unknownCallerIs401AndForbiddenCallerIs403() {
    var request =
        java.net.http.HttpRequest.newBuilder(
            java.net.URI.create(SERVED.uri() + "/api/tasks/" + TASK));
    assertThat(Served.send(request).status()).isEqualTo(401);
    Answer forbidden = SERVED.as(Right.RETRY).get("/tasks/" + TASK);
    assertThat(forbidden.status()).isEqualTo(403);
    assertThat(forbidden.at("/detail")).contains("VIEW");
  }
}
