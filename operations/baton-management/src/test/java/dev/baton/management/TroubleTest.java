package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeRole;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.limit.Limit;
import dev.baton.management.access.AccessPolicy;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.schedule.Schedule;
import dev.baton.task.Status;
import java.net.URI;
import java.net.http.HttpRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that the overview has one line for each cause, with its time, effect and remedy. */
class TroubleTest {
  private static final Duration A_MOMENT = Duration.ofSeconds(10);

  private static TaskDefinition<?, ?> failing(String type) {
    return RawDefinition.of(
            type,
            attempt -> {
              throw new IllegalStateException("no such account");
            })
        .retry(Retry.never());
  }

  @Test
  void orderedKeyInErrorIsOneLineThatCountsTheTasksBehind() {
    try (Served served = Served.with(failing("POST_LEDGER"))) {
      TaskType<Void, Void> type = TaskType.of("POST_LEDGER").ordered();
      UUID first = null;
      UUID last = null;
      for (int i = 0; i < 400; i++) {
        last = served.cluster.add(TaskRequest.of(type).key("ACCT-17"));
        first = first == null ? last : first;
      }
      served.cluster.advance(A_MOMENT);
      JsonNode line = only(served.get("/overview"));
      assertThat(text(line))
          .isEqualTo(
              "1 task of type POST_LEDGER in ERROR since "
                  + line.get("since").stringValue().replaceAll("\\.\\d+", "")
                  + "; 399 tasks of key ACCT-17 wait behind it; latest error:"
                  + " java.lang.IllegalStateException: no such account");
      assertThat(line.get("behind").intValue()).isEqualTo(399);
      assertThat(line.at("/action/link").stringValue())
          .isEqualTo("#/errors?standing=ERROR&type=POST_LEDGER");
      Answer why = served.get("/tasks/" + last + "/explanation");
      assertThat(why.at("/reasons/1/task")).isEqualTo(first.toString());
      assertThat(why.at("/reasons/1/behind")).isEqualTo("399");
    }
  }

  @Test
  void acknowledgedTroubleIsShownToAllAndAuditedUntilItOrTheTimeEnds() {
    try (Served served = Served.with(failing("POST_LEDGER"))) {
      served.add("POST_LEDGER");
      served.cluster.advance(A_MOMENT);
      Answer unknown = served.post("/acknowledgements", "{\"name\":\"ERROR OTHER\"}");
      assertThat(unknown.status()).isEqualTo(409);
      Answer seen =
          served.post(
              "/acknowledgements", "{\"name\":\"ERROR POST_LEDGER\",\"reason\":\"partner told\"}");
      assertThat(seen.status()).as(seen.text()).isEqualTo(200);
      JsonNode line = only(served.get("/overview"));
      assertThat(line.at("/seen/by").stringValue()).isEqualTo("alice");
      assertThat(line.at("/seen/note").stringValue()).isEqualTo("partner told");
      assertThat(served.get("/audit").at("/items/0/reason")).isEqualTo("partner told");
      assertThat(served.get("/overrides").text()).doesNotContain("ACKNOWLEDGEMENT");
      served.post("/acknowledgements/withdraw", "{\"name\":\"ERROR POST_LEDGER\"}");
      assertThat(only(served.get("/overview")).has("seen")).isFalse();
    }
  }

  @Test
  void acknowledgementRemovesOnlyThoseWhoseTimeIsOver() {
    try (Served served = Served.with(failing("POST_LEDGER"))) {
      served.add("POST_LEDGER");
      served.cluster.advance(A_MOMENT);
      Overrides overrides = served.cluster.baton().operations().by("ben").overrides();
      OverrideTarget unlisted = OverrideTarget.acknowledgement("FAILED OTHER");
      Instant now = Instant.now();
      overrides.set(unlisted, new OverrideValue.Acknowledged(now.plusSeconds(600)));
      overrides.set(
          OverrideTarget.acknowledgement("FAILED OLD"), new OverrideValue.Acknowledged(now));
      OverrideTarget listed = OverrideTarget.acknowledgement("ERROR POST_LEDGER");
      served.post("/acknowledgements", "{\"name\":\"ERROR POST_LEDGER\"}");
      assertThat(overrides.active())
          .extracting(ActiveOverride::target)
          .containsExactlyInAnyOrder(unlisted, listed);
    }
  }

  @Test
  void acknowledgementOfTroubleWithoutKnownBeginningEndsWithinAnHour() {
    try (Served served =
        Served.with(failing("RETRIED").retry(Retry.fixed(Duration.ofMinutes(10))))) {
      served.add("RETRIED");
      served.cluster.advance(Duration.ofMinutes(25));
      Instant week = Instant.now().plus(Duration.ofDays(7));
      Answer seen =
          served.post(
              "/acknowledgements",
              "{\"name\":\"FAILING RETRIED default\",\"until\":\"" + week + "\"}");
      assertThat(seen.status()).as(seen.text()).isEqualTo(200);
      JsonNode line = Verdicts.find(served.get("/overview"), "FAILING");
      assertThat(Instant.parse(line.at("/seen/until").stringValue()))
          .isBefore(Instant.now().plus(Duration.ofMinutes(61)));
    }
  }

  @Test
  void batchBehindSeveralTasksInErrorCountsOnce() {
    try (Served served = Served.inMemory()) {
      List<UUID> parts = List.of(served.failed(), served.failed(), served.failed());
      served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).waitForEnd(parts));
      served.cluster.advance(A_MOMENT);
      assertThat(text(only(served.get("/overview"))))
          .startsWith("3 tasks of type BAD in ERROR since ")
          .contains("; 1 task waits behind them; latest error: ");
    }
  }

  @Test
  void heldTaskThatOthersWaitForIsNamed() {
    try (Served served = Served.inMemory()) {
      served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).onHold());
      UUID held = served.held();
      served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).waitForEnd(List.of(held)));
      served.cluster.advance(A_MOMENT);
      JsonNode line = only(served.get("/overview"));
      assertThat(line.get("kind").stringValue()).isEqualTo("HELD");
      assertThat(text(line))
          .startsWith("1 task of type GOOD has been held since ")
          .endsWith("; 1 task waits behind it");
      String query = line.get("link").stringValue().replace("#", "");
      assertThat(ids(served.get(query)))
          .as("exactly the tasks that the line counts")
          .containsExactly(held.toString());
      String filter = "\"filter\":{\"held\":true,\"type\":\"GOOD\",\"status\":[\"BLOCKED\"]}";
      Answer released = served.post("/bulk", "{" + filter + ",\"action\":\"release\"}");
      assertThat(released.at("/changed")).as(released.text()).isEqualTo("1");
      served.cluster.advance(A_MOMENT);
      assertThat(trouble(served.get("/overview"))).isEmpty();
      assertThat(ids(served.get(query))).isEmpty();
    }
  }

  private static List<String> ids(Answer page) {
    assertThat(page.status()).as(page.text()).isEqualTo(200);
    List<String> ids = new ArrayList<>();
    page.json().get("items").forEach(task -> ids.add(task.get("id").stringValue()));
    return ids;
  }

  @Test
  void heldTasksOfEachBucketHaveTheirOwnLine() {
    try (Served served = Served.inMemory()) {
      for (String bucket : List.of("default", "apart")) {
        UUID held = served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).bucket(bucket).onHold());
        served.cluster.add(TaskRequest.of(TaskType.of("GOOD")).waitForEnd(List.of(held)));
      }
      served.cluster.advance(A_MOMENT);
      JsonNode trouble = trouble(served.get("/overview"));
      assertThat(trouble)
          .extracting(line -> line.get("name").stringValue())
          .containsExactly("HELD GOOD apart", "HELD GOOD default");
      for (JsonNode line : trouble) {
        assertThat(ids(served.get(line.get("link").stringValue().replace("#", "")))).hasSize(1);
      }
    }
  }

  @Test
  void scheduleWhoseRunsFailIsOneLine() {
    try (Served served = Served.with(failing("NIGHTLY"))) {
      served.send(
          "PUT", "/schedules/close", "{\"timing\":\"rate PT1M\",\"runs\":{\"type\":\"NIGHTLY\"}}");
      served.cluster.advance(Duration.ofMinutes(5));
      JsonNode line = only(served.get("/overview"));
      assertThat(line.get("kind").stringValue()).isEqualTo("SCHEDULE");
      assertThat(text(line))
          .matches("the latest \\d+ runs of schedule close failed, the first at .*Z");
      assertThat(line.get("link").stringValue()).isEqualTo("#/schedules/close");
      assertThat(line.get("count").intValue()).isBetween(2, 6);
      Answer list = served.get("/schedules");
      assertThat(list.at("/items/0/trouble")).isEqualTo("FAILS");
      assertThat(list.at("/items/0/troubleSince")).isEqualTo(line.get("since").stringValue());
      assertThat(list.json().at("/items/0/results")).hasSize(line.get("count").intValue());
      assertThat(list.at("/items/0/results/0/status")).isEqualTo("ERROR");
    }
  }

  @Test
  void runsOfAFailingScheduleHideNoOtherFailure() {
    try (Served served =
        Served.with(RawDefinition.of("REFUSED", attempt -> Outcome.failed("no account")))) {
      served.send(
          "PUT", "/schedules/close", "{\"timing\":\"rate PT1M\",\"runs\":{\"type\":\"REFUSED\"}}");
      served.cluster.advance(Duration.ofMinutes(3));
      assertThat(only(served.get("/overview")).get("kind").stringValue()).isEqualTo("SCHEDULE");
      served.add("REFUSED");
      served.cluster.advance(A_MOMENT);
      JsonNode trouble = trouble(served.get("/overview"));
      assertThat(text(trouble.get(0)))
          .isEqualTo(
              "1 task of type REFUSED ended FAILED in the last hour; latest error: no account");
      assertThat(trouble).hasSize(2);
    }
  }

  @Test
  void scheduleThatCannotRunIsNamedWithItsReason() throws Exception {
    JdbcConnectionPool pool = database();
    NoticeList notices = new NoticeList();
    try (Baton baton =
            Baton.builder(JdbcStore.of(pool))
                .name("node-1")
                .define(failing("T"))
                .incidents(notices.settings())
                .start();
        JdkHttp http = Served.serve(baton, AccessPolicy.everything())) {
      for (String name : List.of("broken", "late")) {
        baton
            .schedules()
            .put(
                Schedule.fixedRate(name, Duration.ofHours(5))
                    .adds(TaskRequest.of(TaskType.of("T"))));
      }
      execute(pool, "UPDATE baton_schedule SET timing = 'moon full' WHERE name = 'broken'");
      execute(
          pool,
          "UPDATE baton_schedule SET timing = 'rule gone', next_tick = NULL,"
              + " due_at = DATEADD('HOUR', -1, CURRENT_TIMESTAMP) WHERE name = 'late'");
      Verdicts.until(() -> trouble(get(http)).size() == 2);
      assertThat(text(trouble(get(http)).get(0)))
          .startsWith("schedule broken can't run since ")
          .contains("This node can't compute the ticks of 'moon full'");
      assertThat(text(trouble(get(http)).get(1)))
          .startsWith("schedule late is overdue since ")
          .contains(": no node adds its task");
      Verdicts.until(() -> notices.summaries(IncidentKind.SCHEDULE, Reason.OPENED).size() == 2);
      assertThat(notices.summaries(IncidentKind.SCHEDULE, Reason.OPENED))
          .containsExactlyInAnyOrder(
              "baton: schedule broken fails or doesn't run",
              "baton: schedule late fails or doesn't run");
    } finally {
      pool.dispose();
    }
  }

  @Test
  void pausedScheduleNamesItsPauserAndCanBeResumed() {
    try (Served served = Served.inMemory()) {
      served.send(
          "PUT", "/schedules/close", "{\"timing\":\"rate PT1H\",\"runs\":{\"type\":\"GOOD\"}}");
      served.post("/schedules/close/pause", "{\"reason\":\"closed\"}");
      served.cluster.advance(Duration.ofHours(3));
      JsonNode line = only(served.get("/overview"));
      assertThat(line.get("kind").stringValue()).isEqualTo("PAUSED");
      assertThat(text(line)).matches("schedule close paused since .*Z by alice");
      Answer one = served.get("/schedules/close");
      assertThat(one.at("/pausedBy")).isEqualTo("alice");
      assertThat(one.at("/troubleSince")).isEqualTo(line.get("since").stringValue());
      served.post(line.at("/action/path").stringValue(), line.at("/action/body").toString());
      served.cluster.advance(A_MOMENT);
      assertThat(trouble(served.get("/overview"))).isEmpty();
    }
  }

  @Test
  void pausedTypeIsOneLineWithItsPauserAndTheTasksThatWait() {
    try (Served served = Served.inMemory()) {
      served.post("/pauses", "{\"type\":\"GOOD\",\"reason\":\"the bank is closed\"}");
      for (int i = 0; i < 150; i++) {
        served.add("GOOD");
      }
      served.cluster.advance(Duration.ofHours(2));
      JsonNode line = only(served.get("/overview"));
      assertThat(text(line))
          .matches("type GOOD paused since .*Z by alice: the bank is closed; 150 tasks ready");
      assertThat(line.get("by").stringValue()).isEqualTo("alice");
      served.post(line.at("/action/path").stringValue(), line.at("/action/body").toString());
      served.cluster.advance(A_MOMENT);
      assertThat(trouble(served.get("/overview"))).isEmpty();
    }
  }

  @Test
  void fullLimitIsNoStuckTask() throws Exception {
    JdbcConnectionPool pool = database();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    TaskDefinition<?, ?> slow =
        RawDefinition.of(
                "SLOW",
                attempt -> {
                  begun.countDown();
                  mayEnd.await(60, TimeUnit.SECONDS);
                  return Outcome.done();
                })
            .expectedWait(Duration.ofMillis(1))
            .limits(Limit.cluster("partner", 1));
    try (Baton baton = Baton.builder(JdbcStore.of(pool)).define(slow).start();
        JdkHttp http = Served.serve(baton, AccessPolicy.everything())) {
      baton.tasks().add(TaskRequest.of(TaskType.of("SLOW")));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 2; i++) {
        baton.tasks().add(TaskRequest.of(TaskType.of("SLOW")));
      }
      Verdicts.until(
          () -> String.valueOf(Verdicts.find(get(http), "LIMIT")).contains("\"2 tasks "));
      JsonNode line = await(http, "LIMIT");
      assertThat(text(line))
          .startsWith("2 tasks of type SLOW have waited for a start since ")
          .contains("the cluster limit partner is full, 1/1");
      assertThat(trouble(get(http))).hasSize(1);
      mayEnd.countDown();
    } finally {
      pool.dispose();
    }
  }

  @Test
  void clientAloneRunsNoTasks() throws Exception {
    JdbcConnectionPool pool = database();
    NoticeList notices = new NoticeList();
    try (Baton client =
            Baton.builder(JdbcStore.of(pool))
                .name("page")
                .client()
                .incidents(notices.settings())
                .start();
        JdkHttp http = Served.serve(client, AccessPolicy.everything())) {
      assertThat(text(await(http, "NO_NODE")))
          .startsWith("no node runs tasks: no server has sent a heartbeat within a day");
      Baton.builder(JdbcStore.of(pool)).name("node-1").define(failing("T")).start().close();
      client.tasks().add(TaskRequest.of(TaskType.of("T")));
      Verdicts.until(
          () -> trouble(get(http)).size() == 1 && text(only(get(http))).contains(" since "));
      assertThat(text(only(get(http))))
          .matches("no node has run tasks since .*Z: node-1 was stopped\\. Start a node");
      assertThat(get(http).at("/nodes/live")).isEqualTo("1");
      assertThat(get(http).at("/nodes/liveServers")).isEqualTo("0");
      Verdicts.until(() -> !notices.summaries(IncidentKind.NO_SERVER, Reason.OPENED).isEmpty());
    } finally {
      pool.dispose();
    }
  }

  @Test
  void newTroubleOfAnAcknowledgedNameIsNotSeen() throws Exception {
    JdbcConnectionPool pool = database();
    try (Baton baton =
            Baton.builder(JdbcStore.of(pool)).name("node-1").define(failing("T")).start();
        JdkHttp http = Served.serve(baton, AccessPolicy.everything())) {
      baton.tasks().add(TaskRequest.of(TaskType.of("T")));
      await(http, "ERROR");
      baton
          .operations()
          .by("ada", "partner told")
          .overrides()
          .set(
              OverrideTarget.acknowledgement("ERROR T"),
              new OverrideValue.Acknowledged(Instant.now().plusSeconds(60)));
      Verdicts.until(() -> only(get(http)).has("seen"));
      baton
          .operations()
          .by("ada", "wrong account")
          .bulk(TaskFilter.all().status(Status.ERROR))
          .fail("wrong account");
      baton.tasks().add(TaskRequest.of(TaskType.of("T")));
      Verdicts.until(
          () -> {
            JsonNode error = Verdicts.find(get(http), "ERROR");
            return error != null && !error.has("seen");
          });
    } finally {
      pool.dispose();
    }
  }

  @Test
  void panelsHaveTheTroublesOfTheRespondingNodeWithoutTheDatabase() throws Exception {
    JdbcConnectionPool pool = database();
    OlderServer store = new OlderServer(JdbcTaskStore.of(pool));
    try (Baton baton =
            Baton.builder(JdbcStore.of(pool)).stores(stores -> stores.tasks(store)).start();
        JdkHttp http = Served.serve(baton, AccessPolicy.everything());
        Connection only = pool.getConnection();
        Statement statement = only.createStatement()) {
      statement.execute("SET EXCLUSIVE 2");
      Answer panels =
          Served.send(
              HttpRequest.newBuilder(URI.create(http.uri() + "/api/overview/panels"))
                  .header("X-Name", "alice"));
      statement.execute("SET EXCLUSIVE FALSE");
      assertThat(panels.at("/trouble/0/kind")).as(panels.text()).isEqualTo("DATABASE");
      assertThat(panels.at("/trouble/0/text")).startsWith("timeline 1. Since ");
    } finally {
      pool.dispose();
    }
  }

  @Test
  void orderOfTheLinesDoesNotDependOnTheRespondingNode() throws Exception {
    JdbcConnectionPool pool = database();
    OlderServer store = new OlderServer(JdbcTaskStore.of(pool));
    try (Baton older =
            Baton.builder(JdbcStore.of(pool))
                .name("node-1")
                .stores(stores -> stores.tasks(store))
                .start();
        Baton client = Baton.builder(JdbcStore.of(pool)).name("page").client().start();
        JdkHttp first = Served.serve(older, AccessPolicy.everything());
        JdkHttp second = Served.serve(client, AccessPolicy.everything())) {
      beat(pool, new NodeWarning("READ_ONLY", "The database takes no writes", Instant.EPOCH));
      for (JdkHttp http : List.of(first, second)) {
        Verdicts.until(() -> trouble(get(http)).size() == 2);
        assertThat(trouble(get(http)))
            .extracting(line -> line.get("name").stringValue())
            .containsExactly("DATABASE READ_ONLY", "DATABASE OLDER_SERVER");
      }
    } finally {
      pool.dispose();
    }
  }

  /** Writes the heartbeat of another server with these warnings. */
  private static void beat(JdbcConnectionPool pool, NodeWarning... warnings) {
    new JdbcClusterStore(Database.of(pool))
        .beat(
            new NodeInfo.Card(
                UUID.randomUUID(),
                "node-2",
                "1",
                NodeRole.SERVER,
                Duration.ofSeconds(60),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeMap<>(),
                List.of(warnings)));
  }

  @Test
  void databaseIsOneLineOfItsWorstKind() throws Exception {
    JdbcConnectionPool pool =
        JdbcConnectionPool.create(
            "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
    BatonSchema.apply(pool);
    try (Baton baton = Baton.builder(JdbcStore.of(pool)).name("node-1").start();
        JdkHttp http = Served.serve(baton, AccessPolicy.everything())) {
      beat(
          pool,
          new NodeWarning("SLOW", "The database takes 1 s", Instant.EPOCH),
          new NodeWarning("READ_ONLY", "The database takes no writes", Instant.EPOCH),
          new NodeWarning(
              "UNREACHABLE", "The database has not answered this node since 10:00", Instant.EPOCH));
      assertThat(text(await(http, "DATABASE")))
          .isEqualTo("The database has not answered this node since 10:00. Found by node-2");
      assertThat(Verdicts.overview(http).json().get("trouble"))
          .filteredOn(line -> line.get("kind").stringValue().equals("DATABASE"))
          .hasSize(1);
    } finally {
      pool.dispose();
    }
  }

  @Test
  void warningOfAnotherNodeIsShownWithItsNameAndTime() throws Exception {
    JdbcConnectionPool pool = database();
    try (Baton baton =
            Baton.builder(JdbcStore.of(pool)).name("node-1").define(failing("T")).start();
        JdkHttp http = Served.serve(baton, AccessPolicy.everything())) {
      beat(pool, new NodeWarning("CLOCK", "This node's clock is 20 s behind", Instant.EPOCH));
      assertThat(text(await(http, "NODE")))
          .isEqualTo("node node-2 since 1970-01-01T00:00:00Z: This node's clock is 20 s behind");
      Answer warnings =
          Served.send(
              HttpRequest.newBuilder(URI.create(http.uri() + "/api/database"))
                  .header("X-Name", "alice"));
      assertThat(warnings.at("/items/0/node")).isEqualTo("node-2");
      assertThat(warnings.at("/items/0/since")).startsWith("1970-01-01T00:00:00");
    } finally {
      pool.dispose();
    }
  }

  @Test
  void silentNodeIsGoneWhenANodeOfItsNameHasStarted() throws Exception {
    JdbcConnectionPool pool = database();
    silent(pool, "node-1");
    silent(pool, "node-2");
    NoticeList notices = new NoticeList();
    try (Baton baton =
            Baton.builder(JdbcStore.of(pool))
                .name("node-1")
                .define(failing("T"))
                .incidents(notices.settings())
                .start();
        JdkHttp http = Served.serve(baton, AccessPolicy.everything())) {
      assertThat(text(await(http, "SILENT_NODE"))).startsWith("node node-2 has sent no heartbeat");
      assertThat(trouble(get(http))).hasSize(1);
      assertThat(get(http).at("/nodes/silent")).isEqualTo("1");
      baton.tasks().add(TaskRequest.of(TaskType.of("T")));
      Verdicts.until(
          () -> {
            JsonNode error = Verdicts.find(get(http), "ERROR");
            return error != null && error.has("isNew");
          });
      assertThat(text(await(http, "ERROR")))
          .contains("; new since version ")
          .contains(" started at ");
      Verdicts.until(() -> !notices.summaries(IncidentKind.SILENT_NODE, Reason.OPENED).isEmpty());
      assertThat(notices.summaries(IncidentKind.SILENT_NODE, Reason.OPENED))
          .containsExactly("baton: node node-2 sends no heartbeat");
    } finally {
      pool.dispose();
    }
  }

  private static void silent(JdbcConnectionPool pool, String name) throws SQLException {
    execute(
        pool,
        "INSERT INTO baton_node (id, started_at, heard_at, lease_micros, role, name, version,"
            + " types, buckets) VALUES (RANDOM_UUID(), DATEADD('HOUR', -2, CURRENT_TIMESTAMP),"
            + " DATEADD('HOUR', -1, CURRENT_TIMESTAMP), 30000000, 0, '"
            + name
            + "', '1', 'T', 'default')");
  }

  private static void execute(JdbcConnectionPool pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static JdbcConnectionPool database() {
    JdbcConnectionPool pool =
        JdbcConnectionPool.create(
            "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
    BatonSchema.apply(pool);
    return pool;
  }

  private static Answer get(JdkHttp http) {
    return Verdicts.overview(http);
  }

  private static JsonNode await(JdkHttp http, String kind) throws Exception {
    return Verdicts.await(http, kind);
  }

  private static JsonNode only(Answer overview) {
    JsonNode trouble = trouble(overview);
    assertThat(trouble).as(overview.text()).hasSize(1);
    return trouble.get(0);
  }

  private static JsonNode trouble(Answer overview) {
    return overview.json().get("trouble");
  }

  private static String text(JsonNode line) {
    return line.get("text").stringValue();
  }
}
