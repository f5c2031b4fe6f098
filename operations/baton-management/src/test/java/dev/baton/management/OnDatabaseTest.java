package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.operate.Cursor;
import dev.baton.spi.OperationsStore;
import dev.baton.task.Bytes;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.h2.api.ErrorCode;
import org.h2.api.Trigger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests the interface with the real engine on H2. */
class OnDatabaseTest {
  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  @Test
  void runningTaskIsShownAndCancelledAndLostDatabaseIsReported() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    String name = "jdbc:h2:mem:" + UUID.randomUUID();
    database.setURL(name + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    try (Baton baton =
            Baton.builder(JdbcStore.of(database))
                .name("node-one")
                .define(
                    RawDefinition.of(
                        "LONG",
                        attempt -> {
                          started.countDown();
                          mayEnd.await(60, TimeUnit.SECONDS);
                          return Outcome.done();
                        }))
                .start();
        JdkHttp http = serve(baton)) {
      UUID id =
          baton.tasks().add(TaskType.of("LONG", Bytes.class).with(Bytes.of("{\"a\":1}"))).taskId();
      assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
      running(http, id);
      changed(http, baton);
      database.getConnection().createStatement().execute("SHUTDOWN IMMEDIATELY");
      // The data source would create a new, empty database of that name, which is as useless as an
      // unreachable one.
      Answer away = get(http, "/tasks");
      assertThat(away.status()).as(away.text()).isEqualTo(503);
      assertThat(away.header("Retry-After")).isEqualTo("5");
      assertThat(away.text()).doesNotContain("baton_");
      mayEnd.countDown();
    }
  }

  @Test
  void abandonedSearchNamesNarrowerFilterAndIsNoOutage() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    OperationsStore slow =
        GivingUp.on(
            new JdbcOperationsStore(Database.of(database), JdbcTaskStore.of(database)),
            "customer-77");
    try (Baton baton =
            Baton.builder(JdbcStore.of(database)).stores(s -> s.operations(slow)).client().start();
        JdkHttp http = serve(baton)) {
      Answer answer = get(http, "/tasks?key=customer-77");
      assertThat(answer.status()).as(answer.text()).isEqualTo(400);
      assertThat(answer.at("/detail")).isEqualTo("Given up. Add a whole type");
      assertThat(answer.header("Retry-After")).isEmpty();
    }
  }

  @Test
  void stoppedSearchReturnsItsProgressAndCursor() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    Cursor here = new Cursor(Instant.parse("2026-03-01T10:00:00Z"), new UUID(0, 0));
    OperationsStore slow =
        GivingUp.stopping(
            new JdbcOperationsStore(Database.of(database), JdbcTaskStore.of(database)),
            "customer-77",
            here);
    try (Baton baton =
            Baton.builder(JdbcStore.of(database)).stores(s -> s.operations(slow)).client().start();
        JdkHttp http = serve(baton)) {
      Answer answer = get(http, "/tasks?key=customer-77");
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.json().get("items")).isEmpty();
      assertThat(answer.at("/cutShort")).isEqualTo("true");
      assertThat(answer.at("/cutShortAt")).isEqualTo("2026-03-01T10:00:00Z");
      assertThat(answer.at("/next")).isEqualTo(here.text());
      assertThat(get(http, "/tasks").json().has("cutShort")).isFalse();
    }
  }

  @Test
  void relatedTasksAreShownWithoutSlowChildren() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    OperationsStore slow =
        GivingUp.on(
            new JdbcOperationsStore(Database.of(database), JdbcTaskStore.of(database)),
            filter -> filter.parent() != null);
    try (Baton baton =
            Baton.builder(JdbcStore.of(database)).stores(s -> s.operations(slow)).client().start();
        JdkHttp http = serve(baton)) {
      UUID first = baton.tasks().add(TaskRequest.of(TaskType.of("A")).onHold()).taskId();
      UUID then =
          baton.tasks().add(TaskRequest.of(TaskType.of("A")).waitForDone(List.of(first))).taskId();
      Answer answer = get(http, "/tasks/" + first + "/related");
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.at("/after/0/id")).isEqualTo(then.toString());
      assertThat(answer.json().get("children")).isEmpty();
      assertThat(answer.at("/moreChildren")).isEqualTo("true");
    }
  }

  @Test
  void changesThatTheDatabaseRolledBackAfterADeadlockAreRepeated() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER deadlocks BEFORE INSERT ON baton_audit FOR EACH ROW CALL '"
              + Deadlocks.class.getName()
              + "'");
    }
    try (Baton baton = Baton.builder(JdbcStore.of(database)).client().start();
        JdkHttp http = serve(baton)) {
      String add = "{\"type\":\"A\",\"bucket\":\"default\",\"held\":true}";
      String id = repeated(http, "/tasks", add).at("/id");
      assertThat(get(http, "/tasks").json().get("items")).hasSize(1);
      assertThat(get(http, "/audit").json().get("items")).hasSize(1);
      repeated(http, "/tasks/" + id + "/prioritize", "{\"priority\":1,\"version\":1}");
      repeated(http, "/bulk", "{\"action\":\"release\",\"filter\":{\"type\":\"A\"}}");
      repeated(http, "/pauses", "{\"type\":\"A\",\"reason\":\"r\"}");
      repeated(http, "/tasks/" + id + "/signals", "{\"name\":\"s\"}");
    }
  }

  /** Posts a change that two deadlocks roll back, and then succeeds. */
  private static Answer repeated(JdkHttp http, String path, String body) {
    Deadlocks.left.set(2);
    Answer answer = post(http, path, body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(Deadlocks.left).as(path).hasNegativeValue();
    return answer;
  }

  /** Ends some inserts as the database does after a deadlock. */
  public static final class Deadlocks implements Trigger {
    private static final AtomicInteger left = new AtomicInteger();

    @Override
    public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
      if (left.getAndDecrement() > 0) {
        throw new SQLException("Deadlock", "40001", ErrorCode.DEADLOCK_1);
      }
    }
  }

  private static void running(JdkHttp http, UUID id) {
    Answer task = get(http, "/tasks/" + id);
    assertThat(task.at("/status")).isEqualTo("RUNNING");
    assertThat(task.at("/node")).isEqualTo("node-one");
    assertThat(task.at("/leaseUntil")).isNotEmpty();
    assertThat(Instant.parse(task.at("/claimedAt")))
        .isBetween(Instant.parse(task.at("/createdAt")), Instant.parse(task.at("/leaseUntil")));
    assertThat(task.json().get("actions").toString()).isEqualTo("[\"cancel\",\"view-payload\"]");
    Answer why = get(http, "/tasks/" + id + "/explanation");
    assertThat(why.at("/reasons/0/kind")).isEqualTo("RUNNING");
    assertThat(get(http, "/nodes").at("/items/0/name")).isEqualTo("node-one");
    Answer cancelled =
        post(
            http,
            "/tasks/" + id + "/cancel",
            "{\"reason\":\"enough\",\"version\":" + task.at("/version") + "}");
    assertThat(cancelled.at("/task/status")).as(cancelled.text()).isEqualTo("CANCELLED");
    assertThat(get(http, "/audit").at("/items/0/reason")).isEqualTo("enough");
    assertThat(get(http, "/tasks?status=CANCELLED").at("/items/0/id")).isEqualTo(id.toString());
    assertThat(get(http, "/overview").status()).isEqualTo(200);
    assertThat(get(http, "/tasks/" + id + "/payload").at("/json/a")).isEqualTo("1");
  }

  /** Checks that exactly one of many concurrent changes of one task version succeeds. */
  private static void changed(JdkHttp http, Baton baton) {
    UUID id = baton.tasks().add(TaskRequest.of(TaskType.of("LONG")).onHold()).taskId();
    var answers =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          String body = "{\"priority\":" + i + ",\"version\":1}";
                          Answer answer = post(http, "/tasks/" + id + "/prioritize", body);
                          while (answer.status() == 503) {
                            answer = post(http, "/tasks/" + id + "/prioritize", body);
                          }
                          return answer;
                        }))
            .toList();
    assertThat(answers.stream().map(answer -> answer.join().status()))
        .containsExactlyInAnyOrder(200, 409, 409, 409);
    assertThat(get(http, "/audit?action=PRIORITIZE").json().get("items").size()).isEqualTo(1);
  }

  private static JdkHttp serve(Baton baton) throws java.io.IOException {
    return JdkHttp.serve(
        Management.of(baton)
            .accessPolicy(AccessPolicy.everything())
            .principal(request -> new Principal("alice", Set.of()))
            .build(),
        new InetSocketAddress("127.0.0.1", 0));
  }

  private static Answer get(JdkHttp http, String path) {
    return Served.send(HttpRequest.newBuilder(URI.create(http.uri() + "/api" + path)));
  }

  private static Answer post(JdkHttp http, String path, String body) {
    return Served.send(
        HttpRequest.newBuilder(URI.create(http.uri() + "/api" + path))
            .header("X-Requested-With", "test")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }
}
