package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.RetryPolicy;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Grant;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.cluster.Pause;
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
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests that hidden tasks have no visible effect. Tasks, schedules, pauses and grants are random.
 * Each response of a cluster with all of them equals that of a cluster with only the visible ones.
 *
 * <p>The test calls all routes that read, page by page with several sizes, for each visible or
 * hidden task and schedule, and for missing ones. It also compares bulks, and all changes of each
 * task and schedule with the state after them. The test leaves out the name of a hidden schedule,
 * for which a PUT returns 409 on purpose, and the duration of a response. It also leaves out
 * related tasks (parents, waits, queues and limits), which {@link CompleteSubjectsTest} covers.
 */
class HiddenTasksTest {
  private static final List<String> TYPES = List.of("PAYOUT", "REFUND", "SALARY", "SEVERANCE");
  private static final List<String> BUCKETS = List.of("payouts", "refunds", "salaries", "exits");
  private static final List<String> KEYS = List.of("", "ada", "bob", "cleo");
  private static final int TASKS = 24;

  /** Time between two actions, because actions at the same time have no fixed order. */
  private static final Duration A_MOMENT = Duration.ofMillis(1);

  /** Fields that differ between runs or nodes, regardless of hidden tasks. */
  private static final Set<String> BY_CHANCE =
      Set.of("now", "in", "takenAt", "owner", "heardAt", "startedAt", "millis", "ageMillis");

  /** Time until a task is due, which differs because each cluster has its own clock. */
  private static final Pattern UNTIL =
      Pattern.compile("in [0-9]+ (d|h|min|s|ms)( [0-9]+ (h|min|s|ms))?");

  /** Parameters of changes in addition to the version. */
  private static final Map<String, String> CHANGES =
      Map.of(
          "retry", "{\"version\":3}",
          "fail", "{\"version\":3,\"reason\":\"r\"}",
          "reschedule", "{\"version\":1,\"delay\":\"P1D\"}",
          "hold", "{\"version\":3}",
          "release", "{\"version\":2}",
          "cancel", "{\"version\":2,\"reason\":\"r\"}",
          "prioritize", "{\"version\":1,\"priority\":2}",
          "edit-payload", "{\"version\":2,\"payload\":{\"x\":1}}",
          "run-again", "{\"version\":3}");

  private static final Principal ANNA = Principal.of("anna", "some");

  /** A task with all values to create it again. */
  private record Planned(UUID id, String type, String bucket, String key, String way) {
    TaskRequest<?, ?> request() {
      TaskRequest<?, ?> request =
          TaskType.of(type, Bytes.class)
              .with(Bytes.of("{\"way\":\"" + way + "\"}"))
              .bucket(bucket)
              .key(key)
              .id(id)
              .label("way", way)
              .label("who", key.isEmpty() ? "-" : key);
      return way.equals("held") ? request.onHold() : request;
    }

    Subject subject() {
      return new Subject(type, bucket, key, id);
    }
  }

  private record Named(String name, String type, String bucket, String key) {}

  private final List<Planned> tasks = new ArrayList<>();
  private final List<Named> schedules = new ArrayList<>();
  private AccessPolicy policy = AccessPolicy.everything();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void everyResponseIsIndependentOfHiddenTasks(long seed) {
    assumeTrue(seed == 1 || Boolean.getBoolean("test.deep"), "-Pdeep runs all seeds");
    plan(new Random(seed));
    try (TestBaton all = cluster(true);
        TestBaton visible = cluster(false)) {
      assertThatThereIsSomethingToHide(all);
      Management full = management(all);
      Management bare = management(visible);
      for (String path : paths()) {
        all.advance(A_MOMENT);
        visible.advance(A_MOMENT);
        assertThat(walk(full, "GET", path, null)).as(path).isEqualTo(walk(bare, "GET", path, null));
      }
      for (Planned task : tasks) {
        String body = "{\"id\":[\"" + task.id + "\",\"" + tasks.get(0).id + "\"]}";
        assertThat(walk(full, "POST", "/outcomes", body))
            .as(body)
            .isEqualTo(walk(bare, "POST", "/outcomes", body));
      }
      changes(all, visible, full, bare);
      for (String verb : List.of("retry", "cancel", "hold", "run-again")) {
        String filter = verb.equals("run-again") ? "\"status\":[\"DONE\",\"CANCELLED\"]" : "";
        String start = "{\"filter\":{" + filter + "},\"action\":\"" + verb + "\",\"reason\":\"r\"";
        for (int atMost : new int[] {1, 3, 100}) {
          String bulk = start + ",\"dryRun\":true,\"atMost\":" + atMost + "%s}";
          assertThat(walk(full, "POST", "/bulk", bulk))
              .as(bulk)
              .isEqualTo(walk(bare, "POST", "/bulk", bulk));
        }
      }
    }
  }

  /** Changes everything that exists, and things that never existed. Then reads all lists again. */
  private void changes(TestBaton all, TestBaton visible, Management full, Management bare) {
    List<String> ids = new ArrayList<>(tasks.stream().map(task -> task.id.toString()).toList());
    ids.add(new UUID(0, 7).toString());
    List<String> names = new ArrayList<>(schedules.stream().map(Named::name).toList());
    names.add("never-was");
    for (Route route : Routes.all()) {
      String template = route.template();
      boolean puts = route.method().equals("PUT");
      if (route.method().equals("GET") || puts || !template.contains("{")) {
        continue;
      }
      for (String one : template.contains("{id}") ? ids : names) {
        all.advance(A_MOMENT);
        visible.advance(A_MOMENT);
        String path = template.replace("{id}", one).replace("{name}", one);
        String body = CHANGES.getOrDefault(path.substring(path.lastIndexOf('/') + 1), "{}");
        assertThat(walk(full, route.method(), path, body))
            .as(path)
            .isEqualTo(walk(bare, route.method(), path, body));
      }
    }
    adds(all, visible, full, bare);
    for (String list : List.of("/tasks", "/audit", "/schedules", "/pauses", "/counts")) {
      assertThat(walk(full, "GET", list, null)).as(list).isEqualTo(walk(bare, "GET", list, null));
    }
  }

  /** Adds tasks of each type in each bucket, with the same ids in both clusters. */
  private void adds(TestBaton all, TestBaton visible, Management full, Management bare) {
    int number = 0;
    for (String type : TYPES) {
      List<String> places = new ArrayList<>(List.of(""));
      BUCKETS.forEach(bucket -> places.add(",\"bucket\":\"" + bucket + "\""));
      for (String place : places) {
        all.advance(A_MOMENT);
        visible.advance(A_MOMENT);
        String body =
            "{\"type\":\"%s\",\"key\":\"%s\",\"held\":true,\"id\":\"%s\"%s}"
                .formatted(type, KEYS.get(number % 4), new UUID(77, number++), place);
        for (int times = 0; times < 2; times++) {
          assertThat(walk(full, "POST", "/tasks", body))
              .as(body)
              .isEqualTo(walk(bare, "POST", "/tasks", body));
        }
      }
    }
  }

  private void plan(Random random) {
    policy = AccessPolicy.of(grants(random));
    for (int i = 0; i < TASKS; i++) {
      tasks.add(
          new Planned(
              new UUID(random.nextLong(), random.nextLong()),
              one(random, TYPES),
              one(random, BUCKETS),
              one(random, KEYS),
              one(random, List.of("held", "fail", "done", "retry"))));
    }
    for (int i = 0; i < 8; i++) {
      schedules.add(
          new Named("schedule-" + i, one(random, TYPES), one(random, BUCKETS), one(random, KEYS)));
    }
  }

  /** Grants include the right to view. Rights to change without viewing are a separate case. */
  private static List<Grant> grants(Random random) {
    List<Grant> grants = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      TreeSet<Right> rights = new TreeSet<>(Set.of(Right.VIEW));
      for (Right right : Right.values()) {
        if (random.nextBoolean()) {
          rights.add(right);
        }
      }
      Grant grant = Grant.to("some").rights(rights.toArray(Right[]::new));
      grant = random.nextInt(3) == 0 ? grant : grant.types(some(random, TYPES));
      grant = random.nextInt(2) == 0 ? grant : grant.buckets(some(random, BUCKETS));
      grants.add(random.nextInt(3) > 0 ? grant : grant.keys(some(random, KEYS)));
    }
    return grants;
  }

  private static <T> T one(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static String[] some(Random random, List<String> of) {
    return of.stream().filter(name -> random.nextBoolean()).toArray(String[]::new);
  }

  private boolean sees(Subject task) {
    return policy.allows(ANNA, Right.VIEW, task);
  }

  private TestBaton cluster(boolean withHidden) {
    TestBaton.Builder builder = TestBaton.inMemory();
    for (int i = 0; i < TYPES.size(); i++) {
      builder.define(definition(TYPES.get(i), BUCKETS.get(i)));
    }
    TestBaton cluster = builder.start();
    for (Named schedule : schedules) {
      if (withHidden || sees(new Subject(schedule.type, schedule.bucket, schedule.key, null))) {
        TaskRequest<?, ?> runs =
            TaskRequest.of(TaskType.of(schedule.type)).bucket(schedule.bucket).key(schedule.key);
        cluster
            .baton()
            .schedules()
            .put(Schedule.cron(schedule.name, "0 0 1 1 *", ZoneOffset.UTC).adds(runs));
      }
    }
    for (Planned task : tasks) {
      cluster.advance(A_MOMENT);
      if (withHidden || sees(task.subject())) {
        cluster.add(task.request());
      }
    }
    cluster.drain();
    for (Planned task : tasks) {
      cluster.advance(A_MOMENT);
      if (!task.key.isEmpty() && (withHidden || sees(task.subject()))) {
        cluster.baton().cluster().pause(new Pause(task.bucket, task.type, task.key), "r");
      }
      if (task.way.equals("held") && (withHidden || sees(task.subject()))) {
        cluster
            .baton()
            .operations()
            .by("boss", "why")
            .task(task.id)
            .ifUnchangedSince(1)
            .prioritize(3);
      }
    }
    pauseWhatIsHidden(cluster, withHidden);
    return cluster;
  }

  /** Pauses whole types in each bucket in which no task of the type is visible. */
  private void pauseWhatIsHidden(TestBaton cluster, boolean withHidden) {
    for (String type : TYPES) {
      for (String bucket : BUCKETS) {
        boolean sees = policy.allowsAll(ANNA, Right.VIEW, Scope.of(type, bucket));
        boolean hidesAll =
            tasks.stream()
                .filter(task -> task.type.equals(type) && task.bucket.equals(bucket))
                .noneMatch(task -> sees(task.subject()));
        if (hidesAll && !sees && withHidden) {
          cluster.baton().cluster().pause(new Pause(bucket, type, null), "r");
        }
      }
    }
  }

  private static TaskDefinition<?, ?> definition(String type, String bucket) {
    return RawDefinition.of(
            type,
            attempt -> {
              if (attempt.payloadText().matches(".*(fail|retry).*")) {
                throw new IllegalStateException("no");
              }
              return Outcome.done();
            })
        .retry(HiddenTasksTest::afterAWeekOrNever)
        .bucket(bucket);
  }

  private static Optional<Duration> afterAWeekOrNever(
      RetryPolicy.Failure<? extends Bytes> failure) {
    return failure.payload().toText().contains("retry")
        ? Optional.of(Duration.ofDays(7))
        : Optional.empty();
  }

  /** A comparison of empty results proves nothing. */
  private void assertThatThereIsSomethingToHide(TestBaton all) {
    Management boss =
        Management.of(all.baton())
            .accessPolicy(AccessPolicy.everything())
            .principal(request -> ANNA)
            .build();
    for (String path :
        List.of(
            "/tasks",
            "/tasks?retrying=true",
            "/tasks?status=ERROR&error=no",
            "/tasks?status=DONE",
            "/tasks?status=WAITING",
            "/tasks?status=BLOCKED",
            "/tasks?attempts=1",
            "/tasks?typePrefix=S",
            "/tasks?label=way=fail",
            "/errors",
            "/schedules",
            "/pauses",
            "/audit?actor=boss",
            "/audit?action=PRIORITIZE")) {
      assertThat(walk(boss, "GET", path, null)).as(path).contains("[{");
    }
  }

  private Management management(TestBaton cluster) {
    return Management.of(cluster.baton()).accessPolicy(policy).principal(request -> ANNA).build();
  }

  private List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (Route route : Routes.all()) {
      if (!route.method().equals("GET")) {
        continue;
      }
      String template = route.template();
      if (template.contains("{id}")) {
        tasks.forEach(task -> paths.add(template.replace("{id}", task.id.toString())));
      } else if (template.contains("{name}")) {
        schedules.forEach(schedule -> paths.add(template.replace("{name}", schedule.name)));
      } else {
        paths.add(template);
        boolean hasPages = route.query().stream().anyMatch(field -> field.name().equals("limit"));
        if (hasPages) {
          paths.add(template + "?limit=1");
          paths.add(template + "?limit=3");
        }
      }
    }
    for (String filter : List.of("type=SALARY", "bucket=salaries", "key=ada", "status=ERROR")) {
      paths.add("/tasks?limit=2&" + filter);
    }
    for (String label :
        List.of("label=way=fail", "label=who=ada", "label=who=bob&label=way=done")) {
      paths.add("/tasks?limit=2&" + label);
      paths.add("/tasks?limit=2&status=DONE&status=ERROR&" + label);
    }
    paths.addAll(
        List.of(
            "/tasks?order=oldest&limit=3",
            "/tasks?stuck=true",
            "/tasks?retrying=true&limit=2",
            "/tasks?status=ERROR&error=no&limit=2",
            "/tasks?attempts=1&limit=3",
            "/errors?type=SALARY",
            "/tasks?typePrefix=S",
            "/tasks?status=DONE&limit=2",
            "/audit?limit=1&actor=boss",
            "/audit?action=PRIORITIZE",
            "/statistics?by=type",
            "/statistics?type=SALARY",
            "/statistics?bucket=salaries&minutes=10080"));
    tasks.forEach(task -> paths.add("/audit?task=" + task.id));
    tasks.forEach(task -> paths.add("/tasks?id=" + task.id + "&id=" + tasks.get(0).id));
    tasks.forEach(task -> paths.add("/tasks?parent=" + task.id));
    return paths;
  }

  /** Returns all pages without random values. */
  private static String walk(
      Management management, String method, String path, @Nullable String body) {
    StringBuilder answers = new StringBuilder();
    @Nullable String after = null;
    do {
      Response response = ask(management, method, path, body, after);
      JsonNode json = Json.read(response.body().toArray());
      after = json.hasNonNull("next") ? json.get("next").asString() : null;
      if (path.contains("audit")) { // its entries have random ids
        ((ObjectNode) json).remove("next");
      }
      answers.append(response.status()).append(' ').append(steady(json)).append('\n');
    } while (after != null);
    return UNTIL.matcher(answers).replaceAll("in a while");
  }

  private static Response ask(
      Management management,
      String method,
      String path,
      @Nullable String body,
      @Nullable String after) {
    String sent =
        body == null ? "" : body.formatted(after == null ? "" : ",\"after\":\"" + after + "\"");
    int question = path.indexOf('?');
    @Nullable String query = question < 0 ? null : path.substring(question + 1);
    if (body == null && after != null) {
      query = (query == null ? "" : query + "&") + "after=" + after;
    }
    return management.handle(
        new Request(
            method,
            "",
            "/baton/api" + (question < 0 ? path : path.substring(0, question)),
            query,
            Map.of("X-Requested-With", "test", "Content-Type", "application/json"),
            new ByteArrayInputStream(sent.getBytes(StandardCharsets.UTF_8)),
            null));
  }

  private static JsonNode steady(JsonNode json) {
    if (json instanceof ObjectNode object) {
      object.remove(BY_CHANCE);
      if (object.has("role") || object.has("actor")) {
        // The id of a node or of an audit entry.
        object.remove("id");
      }
    }
    json.forEach(HiddenTasksTest::steady);
    return json;
  }
}
