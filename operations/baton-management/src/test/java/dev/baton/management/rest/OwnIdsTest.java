package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Grant;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Json;
import dev.baton.test.TestBaton;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All tasks of a type share ids and unique keys, also tasks that a caller may not see. */
class OwnIdsTest {
  private static final String DERIVED = "0fd5d5d0-1b1c-8a4e-9b4e-2f5a3c1d7e61";

  private final TestBaton cluster =
      TestBaton.inMemory()
          .define(
              RawDefinition.of(
                      "PAYOUT",
                      attempt -> {
                        throw new IllegalStateException("the secret of the other partner");
                      })
                  .retry(Retry.never()),
              RawDefinition.of("NOTE", attempt -> Outcome.done()))
          .start();

  private final Management management =
      Management.of(cluster.baton())
          .accessPolicy(
              AccessPolicy.of(
                  Grant.to("key").rights(Right.ADD, Right.VIEW).keys("PUBLIC"),
                  Grant.to("bucket").rights(Right.ADD, Right.VIEW).buckets("default"),
                  Grant.to("type").rights(Right.ADD, Right.VIEW).types("NOTE"),
                  Grant.to("all").rights(Right.ADD, Right.VIEW)))
          .principal(request -> Principal.of("anna", String.valueOf(request.header("X-Role"))))
          .build();

  private UUID hidden;

  @BeforeEach
  void addATaskThatIsHidden() {
    hidden = cluster.add(TaskRequest.of(TaskType.of("PAYOUT")).key("SECRET"));
    cluster.drain();
    cluster
        .baton()
        .operations()
        .by("ann")
        .task(hidden)
        .ifUnchangedSince(version(hidden))
        .fail("given up");
    cluster.add(
        TaskRequest.of(TaskType.of("PAYOUT"))
            .key("SECRET")
            .onHold()
            .unique(Unique.whileLive("2026-03")));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void idsAndUniqueKeysNeedAddForAllTasksOfTheType() {
    List<List<String>> takenAndFree =
        List.of(
            List.of("\"id\":\"" + hidden + "\"", "\"id\":\"" + UUID.randomUUID() + "\""),
            List.of("\"id\":\"" + DERIVED + "\"", "\"id\":\"" + UUID.randomUUID() + "\""),
            List.of("\"uniqueKey\":\"2026-03\"", "\"uniqueKey\":\"free\""));
    for (List<String> pair : takenAndFree) {
      for (String dry : List.of("", ",\"dryRun\":true")) {
        String body = "{\"type\":\"PAYOUT\",\"key\":\"PUBLIC\",%s" + dry + "}";
        Response taken = add("key", body.formatted(pair.get(0)));
        Response free = add("key", body.formatted(pair.get(1)));
        assertThat(taken.status()).as(pair.get(0)).isEqualTo(403);
        assertThat(taken.body().toText()).isEqualTo(free.body().toText()).contains("every task");
      }
    }
    assertThat(send("key", "GET", "/tasks/" + hidden + "/attempts", "").status()).isEqualTo(404);
    assertThat(add("bucket", "{\"type\":\"PAYOUT\",\"uniqueKey\":\"free\"}").status())
        .as("a unique key is one in all buckets")
        .isEqualTo(403);
    assertThat(add("key", "{\"type\":\"PAYOUT\",\"key\":\"PUBLIC\"}").status()).isEqualTo(200);
  }

  @Test
  void addForWholeTypeAllowsIdsAndUniqueKeysOfThatTypeOnly() {
    String own = "{\"type\":\"NOTE\",\"id\":\"" + UUID.randomUUID() + "\",\"uniqueKey\":\"k\"}";
    assertThat(verdict(add("type", own))).isEqualTo("ADDED");
    assertThat(verdict(add("type", own))).isEqualTo("EXISTS");
    Response taken = add("type", "{\"type\":\"NOTE\",\"id\":\"" + hidden + "\"}");
    assertThat(taken.status()).as(taken.body().toText()).isEqualTo(409);
    assertThat(taken.body().toText()).doesNotContain("PAYOUT");
    assertThat(send("type", "GET", "/tasks/" + hidden + "/attempts", "").status()).isEqualTo(404);
  }

  /**
   * A derived id may belong to a later task of any type. A task that takes the id first prevents
   * the later task.
   */
  @Test
  void derivedIdNeedsAddForEveryTask() {
    String derived = "{\"type\":\"NOTE\",\"id\":\"" + DERIVED + "\"}";
    assertThat(add("type", derived).status()).isEqualTo(403);
    assertThat(verdict(add("all", derived))).isEqualTo("ADDED");
  }

  private Response add(String role, String body) {
    return send(role, "POST", "/tasks", body);
  }

  private static String verdict(Response response) {
    assertThat(response.status()).as(response.body().toText()).isEqualTo(200);
    return Json.read(response.body().toArray()).get("verdict").asString();
  }

  private Response send(String role, String method, String path, String body) {
    return management.handle(
        new Request(
            method,
            "",
            "/baton/api" + path,
            null,
            Map.of("X-Role", role, "X-Requested-With", "test", "Content-Type", "application/json"),
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
            null));
  }

  private long version(UUID id) {
    return cluster.baton().operations().find(id).orElseThrow().version();
  }
}
