package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import dev.baton.test.TestBaton;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Tests that responses match their description, without extra fields or missing required ones. */
class AnswersTest {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /** The described schemas, without other fields. */
  private static final ObjectNode SCHEMAS = closed(OpenApi.answers());

  private final TestBaton cluster =
      TestBaton.inMemory()
          .define(
              RawDefinition.of("GOOD", attempt -> Outcome.done(Bytes.of("1"))),
              RawDefinition.of(
                      "BAD",
                      attempt -> {
                        throw new IllegalStateException("no");
                      })
                  .retry(Retry.never()))
          .start();

  private final Management management =
      Management.of(cluster.baton())
          .accessPolicy(AccessPolicy.everything())
          .principal(request -> Principal.of("alice"))
          .build();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void everyReadRouteMatchesItsDescription() {
    cluster.baton().schedules().put(schedule());
    cluster.baton().schedules().runNow("mine");
    UUID failed =
        cluster.add(TaskType.of("BAD", Bytes.class).with(Bytes.of("{}")).key("k").subType("s"));
    UUID done = cluster.add(TaskRequest.of(TaskType.of("GOOD")));
    cluster.advance(Duration.ofMinutes(2));
    UUID waits = cluster.add(TaskRequest.of(TaskType.of("GOOD")).waitForDone(List.of(failed)));
    post("/pauses", "{\"type\":\"GOOD\",\"reason\":\"r\"}");
    String slots = "{\"kind\":\"NODE_SLOTS\",\"name\":\"GOOD\",\"slots\":5}";
    post("/overrides", slots);
    UUID paused = cluster.add(TaskRequest.of(TaskType.of("GOOD")));
    UUID later = cluster.add(TaskRequest.of(TaskType.of("GOOD")).runIn(Duration.ofHours(1)));
    List<String> wrong = new ArrayList<>();
    for (Route route : Routes.all()) {
      if (route.method().equals("GET")) {
        for (UUID id : List.of(failed, done, waits, paused, later)) {
          String path = route.template().replace("{id}", id.toString()).replace("{name}", "mine");
          check(send("GET", path, ""), 200, route.answer(), wrong);
        }
      }
    }
    check(post("/pauses", "{\"type\":\"GOOD\",\"reason\":\"r\"}"), 200, "PauseChange", wrong);
    check(post("/overrides", slots), 200, "OverrideChange", wrong);
    check(
        post("/bulk", "{\"filter\":{},\"all\":true,\"action\":\"retry\"}"),
        200,
        "BulkReport",
        wrong);
    check(post("/schedules/mine/pause", "{}"), 200, "Schedule", wrong);
    check(post("/tasks/" + waits + "/hold", "{\"version\":1}"), 200, "Applied", wrong);
    check(post("/tasks/" + waits + "/hold", "{\"version\":1}"), 409, "Problem", wrong);
    check(post("/tasks/" + waits + "/hold", "{}"), 400, "Problem", wrong);
    check(post("/tasks/" + done + "/hold", "{\"version\":1}"), 409, "Problem", wrong);
    check(send("GET", "/tasks/" + new UUID(0, 1), ""), 404, "Problem", wrong);
    String dry = "{\"filter\":{},\"action\":\"retry\",\"dryRun\":true}";
    check(post("/bulk", dry), 200, "BulkReport", wrong);
    check(send("DELETE", "/schedules/mine", ""), 200, "Gone", wrong);
    assertThat(wrong).isEmpty();
  }

  private static Schedule schedule() {
    return Schedule.cron("mine", "0 0 1 1 *", ZoneOffset.UTC)
        .adds(TaskRequest.of(TaskType.of("GOOD")));
  }

  private static void check(Response response, int status, String name, List<String> wrong) {
    assertThat(response.status()).as("%s %s", name, response.body().toText()).isEqualTo(status);
    for (Error error : schema(name).validate(Json.read(response.body().toArray()))) {
      wrong.add(name + error.getInstanceLocation() + ": " + error.getMessage());
    }
  }

  private static Schema schema(String name) {
    ObjectNode document = Json.object().put("$ref", "#/components/schemas/" + name);
    document.putObject("components").set("schemas", SCHEMAS);
    return REGISTRY.getSchema(document);
  }

  private static ObjectNode closed(ObjectNode schema) {
    schema.forEach(
        part -> {
          if (part instanceof ObjectNode object) {
            closed(object);
          }
        });
    boolean isObject = schema.path("type").asString("").equals("object");
    if (isObject && schema.has("properties") && !schema.has("additionalProperties")) {
      schema.put("additionalProperties", false);
    }
    return schema;
  }

  private Response post(String path, String body) {
    return send("POST", path, body);
  }

  private Response send(String method, String path, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers =
        Map.of("X-Requested-With", "test", "Content-Type", "application/json");
    return management.handle(
        new Request(
            method, "", "/baton/api" + path, null, headers, new ByteArrayInputStream(bytes), null));
  }
}
