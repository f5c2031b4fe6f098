package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Grant;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import dev.baton.schedule.Schedule;
import dev.baton.test.TestBaton;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Calls every route of the table with each single right, with no right, and with rights for another
 * type. Only callers with the route's right get through.
 */
class MatrixTest {
  /** The type that the callers' roles apply to. */
  private static final String MINE = "MINE";

  private static final String THEIRS = "THEIRS";

  private TestBaton cluster;
  private Management management;
  private UUID task;

  @BeforeEach
  void start() {
    cluster = TestBaton.inMemory().define(failing(MINE), failing(THEIRS)).start();
    cluster.baton().schedules().put(schedule("mine", MINE));
    cluster.baton().schedules().put(schedule("theirs", THEIRS));
    management = management(Function.identity());
    cluster.drain();
    task = cluster.add(TaskRequest.of(TaskType.of(MINE)));
    cluster.drain();
  }

  /** Returns an interface whose roles have the names of their rights. */
  private Management management(Function<Grant, Grant> with) {
    AccessPolicy policy =
        AccessPolicy.of(
            Stream.of(Right.values())
                .map(right -> with.apply(Grant.to(right.name()).rights(right)))
                .toList());
    return Management.of(cluster.baton()).accessPolicy(policy).principal(MatrixTest::who).build();
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  /** Returns a schedule that doesn't tick during the tests. */
  private static Schedule schedule(String name, String type) {
    return Schedule.cron(name, "0 0 1 1 *", ZoneOffset.UTC).adds(TaskRequest.of(TaskType.of(type)));
  }

  private static TaskDefinition<?, ?> failing(String type) {
    return RawDefinition.of(
            type,
            attempt -> {
              throw new IllegalStateException("no");
            })
        .retry(Retry.never());
  }

  private static Principal who(Request request) {
    String roles = request.header("X-Roles");
    return roles == null ? null : Principal.of("somebody", roles.split(","));
  }

  @Test
  void eachRouteNeedsItsRightAsTheDocsShow() throws IOException {
    RightsTable table = new RightsTable("Route");
    for (Route route : Routes.all()) {
      int without = ask(route, Set.of(), MINE, task).status();
      assertThat(without).as("%s", route).isEqualTo(route.right() == null ? 200 : 403);
      Set<Right> letThrough = EnumSet.noneOf(Right.class);
      for (Right right : Right.values()) {
        Set<Right> rights = EnumSet.of(right);
        int status = ask(route, rights, MINE, task).status();
        if (isEnough(route, right) && !addsToo(route)) {
          assertThat(status).as("%s with %s", route, right).isNotIn(401, 403, 500);
        } else {
          assertThat(status).as("%s with %s", route, right).isEqualTo(403);
        }
        if (status != 403) {
          letThrough.add(right);
        }
        // An earlier request may have removed it.
        cluster.baton().schedules().put(schedule("mine", MINE));
      }
      assertThat(stranger(route)).as("%s", route).isEqualTo(401);
      String path = route.template().isEmpty() ? "/" : route.template();
      table.row(route.method() + " " + path, without != 403, letThrough);
    }
    table.isIn("routes");
  }

  @Test
  void eachBulkActionNeedsItsRightForEachTaskAsTheDocsShow() throws IOException {
    RightsTable table = new RightsTable("Bulk action");
    for (TaskAction verb : BulkRoute.VERBS) {
      Set<Right> letThrough = EnumSet.noneOf(Right.class);
      for (Right right : Right.values()) {
        if (bulkIsAllowed(verb, EnumSet.of(Right.BULK, Right.VIEW, right))) {
          letThrough.add(right);
        }
      }
      assertThat(letThrough).as("%s", verb).containsExactly(verb.right());
      boolean withoutAny = bulkIsAllowed(verb, EnumSet.of(Right.BULK, Right.VIEW));
      assertThat(withoutAny).as("%s", verb).isFalse();
      table.row(verb.path(), withoutAny, letThrough);
    }
    table.isIn("bulks");
  }

  /** Returns whether the bulk would change the task instead of skipping it as forbidden. */
  private boolean bulkIsAllowed(TaskAction verb, Set<Right> rights) {
    String body =
        "{\"filter\":{\"status\":\"ERROR\"},\"action\":\""
            + verb.path()
            + "\",\"reason\":\"r\",\"dryRun\":true}";
    JsonNode report = json(send("POST", "/bulk", body, rights));
    assertThat(report.get("matched").intValue()).as("%s", report).isEqualTo(1);
    return report.get("forbidden").intValue() == 0;
  }

  /**
   * Returns whether the route makes a schedule add tasks, which needs ADD in addition to CONFIGURE.
   */
  private static boolean addsToo(Route route) {
    return route.template().equals("/schedules/{name}/run") || route.method().equals("PUT");
  }

  @Test
  void schedulesThatAddTasksNeedTwoRights() {
    for (Route route : Routes.all().stream().filter(MatrixTest::addsToo).toList()) {
      Set<Right> both = EnumSet.of(Right.CONFIGURE, Right.ADD);
      assertThat(ask(route, both, MINE, task).status()).as("%s", route).isEqualTo(200);
      assertThat(ask(route, EnumSet.complementOf(EnumSet.of(Right.ADD)), MINE, task).status())
          .as("%s", route)
          .isEqualTo(403);
    }
  }

  /** A caller with BULK may start a bulk, which does nothing without the other right. */
  private static boolean isEnough(Route route, Right right) {
    return route.right() == null || route.right() == right;
  }

  @Test
  void rightsForOneTypeNeitherShowNorChangeAnotherType() {
    management = management(grant -> grant.types(MINE));
    UUID theirs = cluster.add(TaskRequest.of(TaskType.of(THEIRS)));
    cluster.drain();
    long before = version(theirs);
    Set<Right> all = EnumSet.allOf(Right.class);
    for (Route route : Routes.all()) {
      boolean single = route.template().contains("{");
      Response response = ask(route, all, THEIRS, theirs);
      boolean ofCluster =
          Stream.of("/pauses", "/overrides", "/database").anyMatch(route.template()::startsWith);
      if (ofCluster && !route.method().equals("GET")) {
        assertThat(response.status()).as("%s", route).isEqualTo(403);
      } else if (single) {
        // The response is the same as for a missing item. Only a taken name can't be hidden.
        boolean takesName = route.method().equals("PUT");
        assertThat(response.status()).as("%s", route).isEqualTo(takesName ? 409 : 404);
      }
      // The response repeats the id of the path, also for a task that doesn't exist.
      assertThat(response.body().toText().replace("Task " + theirs, ""))
          .as("%s", route)
          .doesNotContain(theirs.toString())
          .doesNotContain("\"theirs\"");
    }
    assertThat(version(theirs)).isEqualTo(before);
    assertThat(cluster.task(theirs).status().name()).isEqualTo("ERROR");
    assertThat(cluster.baton().schedules().find("theirs").orElseThrow().past().runs()).isZero();
  }

  @Test
  void bulkChangesOnlyTasksThatItsCallerMayChange() {
    management = management(grant -> grant.types(MINE));
    UUID theirs = cluster.add(TaskRequest.of(TaskType.of(THEIRS)));
    cluster.drain();
    String body = "{\"filter\":{\"status\":\"ERROR\"},\"action\":\"cancel\",\"reason\":\"r\"}";
    Map<Set<Right>, List<Integer>> expected =
        Map.of(
            EnumSet.of(Right.BULK, Right.VIEW), List.of(0, 1),
            EnumSet.of(Right.BULK, Right.CANCEL), List.of(0, 0),
            EnumSet.of(Right.BULK, Right.RETRY, Right.VIEW), List.of(0, 1));
    for (Map.Entry<Set<Right>, List<Integer>> one : expected.entrySet()) {
      JsonNode report = json(send("POST", "/bulk", body, one.getKey()));
      assertThat(List.of(report.get("changed").intValue(), report.get("forbidden").intValue()))
          .as("%s %s", one.getKey(), report)
          .isEqualTo(one.getValue());
    }
    assertThat(send("POST", "/bulk", body, EnumSet.of(Right.CANCEL, Right.VIEW)).status())
        .isEqualTo(403);
    JsonNode done =
        json(send("POST", "/bulk", body, EnumSet.of(Right.BULK, Right.CANCEL, Right.VIEW)));
    assertThat(done.get("changed").intValue()).isEqualTo(1);
    assertThat(done.toString()).doesNotContain(theirs.toString());
    assertThat(cluster.task(theirs).status().name()).isEqualTo("ERROR");
    assertThat(cluster.task(task).status().name()).isEqualTo("CANCELLED");
  }

  @Test
  void rightForOneTypeChangesNoOtherTypeWithAnyOtherRights() {
    UUID theirs = cluster.add(TaskRequest.of(TaskType.of(THEIRS)));
    cluster.drain();
    Set<Right> all = EnumSet.allOf(Right.class);
    for (Right narrow : Right.values()) {
      management = withOneRightForMineAlone(narrow);
      for (Route route : Routes.all()) {
        boolean changes = !route.method().equals("GET") && route.right() != Right.VIEW;
        if (!changes || route.template().equals("/bulk")) {
          continue;
        }
        long before = version(theirs);
        int status = ask(route, all, THEIRS, theirs).status();
        if (needs(route).contains(narrow)) {
          assertThat(status).as("%s with %s for another type", route, narrow).isEqualTo(403);
          assertThat(version(theirs)).as("%s with %s", route, narrow).isEqualTo(before);
        } else {
          assertThat(status).as("%s without %s", route, narrow).isNotIn(401, 403, 500);
        }
        boolean isOfOneType =
            route.template().contains("{")
                || route.body().stream().anyMatch(field -> field.name().equals("type"));
        if (isOfOneType && !route.template().startsWith("/overrides")) {
          assertThat(ask(route, all, MINE, task).status())
              .as("%s with %s for this type", route, narrow)
              .isNotIn(401, 403, 500);
        }
        cluster.baton().schedules().put(schedule("mine", MINE));
        cluster.baton().schedules().put(schedule("theirs", THEIRS));
      }
      aBulkLeavesOut(narrow == Right.BULK || narrow == Right.CANCEL ? 1 : 0, narrow);
    }
  }

  /** All rights apply to each task, except one. */
  private Management withOneRightForMineAlone(Right narrow) {
    return management(grant -> grant.rights().contains(narrow) ? grant.types(MINE) : grant);
  }

  private static Set<Right> needs(Route route) {
    Set<Right> needed = EnumSet.of(Objects.requireNonNull(route.right()));
    if (addsToo(route)) {
      needed.add(Right.ADD);
    }
    return needed;
  }

  private void aBulkLeavesOut(int forbidden, Right narrow) {
    String body =
        "{\"filter\":{\"status\":\"ERROR\"},\"action\":\"cancel\",\"reason\":\"r\",\"dryRun\":true}";
    JsonNode report = json(send("POST", "/bulk", body, EnumSet.allOf(Right.class)));
    assertThat(report.get("forbidden").intValue()).as("%s %s", narrow, report).isEqualTo(forbidden);
  }

  @Test
  void actionsAreTheOnesThatTheCallerMayDo() {
    JsonNode one = json(send("GET", "/tasks/" + task, "", EnumSet.of(Right.VIEW, Right.CANCEL)));
    assertThat(one.get("actions").toString()).isEqualTo("[\"fail\",\"cancel\"]");
  }

  @Test
  void callerWithoutViewLearnsNothingOfTheTask() {
    String cancel = "/tasks/" + task + "/cancel";
    Set<Right> blind = EnumSet.of(Right.CANCEL);
    Response stale = send("POST", cancel, "{\"reason\":\"r\",\"version\":99}", blind);
    assertThat(stale.status()).isEqualTo(409);
    assertThat(json(stale).has("current")).isFalse();
    String body = "{\"reason\":\"r\",\"version\":" + version(task) + "}";
    Response done = send("POST", cancel, body, blind);
    assertThat(json(done).toString()).isEqualTo("{\"verdict\":\"APPLIED\"}");
  }

  private long version(UUID id) {
    return cluster.baton().operations().find(id).orElseThrow().version();
  }

  private Response ask(Route route, Set<Right> rights, String type, UUID id) {
    String name = type.equals(MINE) ? "mine" : "theirs";
    String path = route.template().replace("{id}", id.toString()).replace("{name}", name);
    return send(route.method(), path, body(route, type), rights);
  }

  /** Bodies that pass the checks, with a version that never exists. */
  private static String body(Route route, String type) {
    Map<String, String> samples = new HashMap<>();
    samples.put("version", "99");
    samples.put("reason", "\"r\"");
    samples.put("kind", "\"NODE_SLOTS\"");
    samples.put("name", "\"none\"");
    samples.put("priority", "1");
    samples.put("payload", "{}");
    samples.put("filter", "{}");
    samples.put("action", "\"hold\"");
    samples.put("dryRun", "true");
    samples.put("type", "\"" + type + "\"");
    samples.put("timing", "\"rate PT1H\"");
    samples.put("cause", "\"00000000-0000-0000-0000-000000000001\"");
    StringBuilder body = new StringBuilder("{");
    for (Field field : route.body()) {
      if (samples.containsKey(field.name())) {
        body.append(body.length() == 1 ? "" : ",");
        body.append('"').append(field.name()).append("\":").append(samples.get(field.name()));
      }
    }
    return route.method().equals("GET") ? "" : body.append("}").toString();
  }

  private Response send(String method, String path, String body, Set<Right> rights) {
    Map<String, String> headers = new HashMap<>();
    headers.put("X-Roles", rights.isEmpty() ? "NONE" : String.join(",", names(rights)));
    headers.put("X-Requested-With", "test");
    headers.put("Content-Type", "application/json");
    return management.handle(request(method, path, body, headers));
  }

  private int stranger(Route route) {
    Map<String, String> headers = Map.of("X-Requested-With", "test");
    return management
        .handle(request(route.method(), route.template().replace("{", ""), "", headers))
        .status();
  }

  private static Request request(
      String method, String path, String body, Map<String, String> headers) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return new Request(
        method, "", "/baton/api" + path, null, headers, new ByteArrayInputStream(bytes), null);
  }

  private static List<String> names(Set<Right> rights) {
    return rights.stream().map(Enum::name).toList();
  }

  private static JsonNode json(Response response) {
    return Json.read(response.body().toArray());
  }
}
