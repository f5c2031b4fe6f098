package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that payloads and results are only in responses to requests that ask for them. */
class ContentInAnswersTest {
  private static final String CANARY = "PIN-4711";

  /** The payload of a typed handler. Public for Jackson. */
  public record Order(long cents) {}

  private static final TaskType<Order, Void> TYPED = TaskType.of("TYPED", Order.class);

  private final Served served =
      Served.with(
          TaskDefinition.of(TYPED).handler((order, attempt) -> {}).retry(Retry.never()),
          RawDefinition.of("ECHO", attempt -> Outcome.done(attempt.payload())));

  @AfterEach
  void close() {
    served.close();
  }

  private static TaskRequest<?, ?> holding(String type) {
    return TaskType.of(type, Bytes.class).with(Bytes.of("{\"cents\":\"" + CANARY + "\"}"));
  }

  private void silent(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isBetween(200, 499);
    assertThat(answer.text()).doesNotContain(CANARY);
    assertThat(answer.response().headers().map().toString()).doesNotContain(CANARY);
  }

  @Test
  void onlyThePayloadViewReturnsThePayload() {
    UUID unreadable = served.cluster.add(holding("TYPED"));
    UUID ended = served.cluster.add(holding("ECHO"));
    UUID failed = served.cluster.add(holding("BAD"));
    served.cluster.drain();
    UUID waits = served.cluster.add(holding("TYPED").runIn(Duration.ofHours(1)));
    for (UUID id : List.of(unreadable, ended, failed, waits)) {
      assertThat(served.get("/tasks/" + id + "/payload").text()).contains(CANARY);
    }
    assertThat(served.get("/tasks/" + ended + "/result").text()).contains(CANARY);
    assertThat(served.get("/tasks/" + unreadable).at("/error"))
        .contains("PayloadException", "/cents");
    for (UUID id : List.of(unreadable, ended, failed, waits)) {
      for (String part : List.of("", "/attempts", "/explanation", "/audit")) {
        silent(served.get("/tasks/" + id + part));
      }
    }
    for (String path :
        List.of("/tasks", "/audit", "/types", "/buckets", "/counts", "/nodes", "/limits")) {
      silent(served.get(path));
    }
  }

  /** The payload is shown as JSON if a response can contain it as JSON, otherwise as text. */
  @Test
  void deepPayloadIsShown() {
    for (int depth : List.of(10, 450, 480, 490, 500, 501, 1_000, 100_000)) {
      String deep = "[".repeat(depth) + "]".repeat(depth);
      UUID id = served.cluster.add(TaskType.of("ECHO", Bytes.class).with(Bytes.of(deep)).onHold());
      Answer answer = served.get("/tasks/" + id + "/payload");
      assertThat(answer.status()).as("at depth " + depth).isEqualTo(200);
      assertThat(answer.text()).contains(deep);
      assertThat(answer.at("/form")).isEqualTo(depth > 480 ? "TEXT" : "JSON");
    }
  }

  @Test
  void sentPayloadIsNotReturned() {
    UUID id = served.cluster.add(holding("TYPED").runIn(Duration.ofHours(1)));
    silent(served.act(id, "edit-payload", "{\"payload\":{\"cents\":\"" + CANARY + " too\"}}"));
    assertThat(served.get("/tasks/" + id + "/payload").text()).contains(CANARY + " too");
    for (String body :
        List.of(
            "{\"text\":\"" + CANARY + "\"}",
            "{\"payload\":\"" + CANARY + "\"}",
            "{\"base64\":\"" + CANARY + "!\"}",
            "{\"base64\":\"" + CANARY + "\",\"text\":\"" + CANARY + "\"}",
            "{\"text\":{\"a\":\"" + CANARY + "\"}}",
            "{\"payload\":" + CANARY + "}",
            "{\"payload\":{\"a\":1,\"a\":\"" + CANARY + "\"}}",
            "\"" + CANARY + "\"")) {
      Answer refused = served.act(id, "edit-payload", body);
      assertThat(refused.status()).as(body).isBetween(400, 499);
      silent(refused);
    }
    silent(served.act(id, "retry", "{}"));
    silent(served.act(id, "cancel", "{\"reason\":\"enough\"}"));
    silent(served.get("/tasks/" + id + "/audit"));
  }

  @Test
  void payloadOfScheduleIsNotShown() {
    String runs = "\"runs\":{\"type\":\"TYPED\",\"payload\":{\"cents\":\"" + CANARY + "\"}";
    silent(served.send("PUT", "/schedules/s", "{\"timing\":\"rate PT1M\"," + runs + "}}"));
    silent(served.send("PUT", "/schedules/t", "{\"timing\":\"never\"," + runs + "}}"));
    silent(
        served.send(
            "PUT", "/schedules/t", "{\"timing\":\"rate PT1M\"," + runs + ",\"text\":\"x\"}}"));
    served.cluster.advance(Duration.ofMinutes(2));
    assertThat(served.cluster.all("TYPED")).isNotEmpty();
    silent(served.get("/schedules"));
    silent(served.get("/schedules/s"));
    silent(served.get("/tasks"));
    silent(served.get("/audit"));
  }
}
