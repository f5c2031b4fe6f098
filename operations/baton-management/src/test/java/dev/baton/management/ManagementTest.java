package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.RequestDispatcher;
import dev.baton.test.TestBaton;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ManagementTest {
  private final TestBaton cluster = TestBaton.inMemory().define(Served.definitions()).start();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void principalWithControlCharacterIsUnknown() {
    try (TestBaton cluster = TestBaton.inMemory().start()) {
      for (String name : new String[] {"a\0b", "\u009b", " ", "x".repeat(201)}) {
        Management management =
            Management.of(cluster.baton())
                .accessPolicy(AccessPolicy.everything())
                .principal(request -> Principal.of(name))
                .build();
        Response answer = management.handle(get("", "/baton/api/tasks"));
        assertThat(answer.status()).as(name).isEqualTo(401);
      }
    }
  }

  @Test
  void accessPolicyIsRequired() {
    assertThatThrownBy(
            () -> Management.of(cluster.baton()).principal(r -> Principal.of("a")).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("accessPolicy(")
        .hasMessageContaining("There is no default");
  }

  @Test
  void principalFunctionIsRequired() {
    assertThatThrownBy(
            () -> Management.of(cluster.baton()).accessPolicy(AccessPolicy.everything()).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("principal(");
  }

  @Test
  void prefixThatIsNoPathIsRefused() {
    for (String wrong : List.of("", "baton", "/", "/baton/", "/a b", "/<b>", "//a")) {
      assertThatThrownBy(() -> Management.of(cluster.baton()).prefix(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void hostChoosesThePrefix() {
    Management management = management("/ops/tasks");
    assertThat(management.handle(get("", "/ops/tasks/api/tasks")).status()).isEqualTo(200);
    assertThat(management.handle(get("", "/baton/api/tasks")).status()).isEqualTo(404);
    Response page = management.handle(get("/app", "/ops/tasks"));
    assertThat(page.body().toText()).contains("/app/ops/tasks/").doesNotContain("{{");
    Response injected = management.handle(get("/\"><b>", "/ops/tasks"));
    assertThat(injected.body().toText()).doesNotContain("<b>");
    Response root = management.handle(get("/app", "/ops/tasks/api"));
    assertThat(root.body().toText()).contains("\"prefix\":\"/app/ops/tasks\"");
  }

  @Test
  void wrongPercentEncodingIsRefused() {
    Management management = management("/baton");
    assertThat(management.handle(get("", "/baton/api/tasks/%zz")).status()).isEqualTo(400);
    assertThat(management.handle(get("", "/baton/api/schedules/%e")).status()).isEqualTo(400);
    Request query = new Request("GET", "", "/baton/api/tasks", "key=%zz", Map.of(), none(), null);
    assertThat(management.handle(query).status()).isEqualTo(400);
  }

  @Test
  void secretsInFailuresAreNeitherReturnedNorLogged() {
    Logger logger = (Logger) LoggerFactory.getLogger(RequestDispatcher.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.setLevel(Level.WARN);
    logger.addAppender(log);
    try {
      RuntimeException cause = new IllegalArgumentException("Authorization: Bearer hunter2");
      for (RuntimeException broken :
          List.of(
              new IllegalStateException("The directory refused password=hunter2", cause),
              new StoreUnavailableException("jdbc:postgresql://app:hunter2@db/payouts", cause))) {
        Management management =
            Management.of(cluster.baton())
                .accessPolicy(throwing(broken))
                .principal(request -> Principal.of("alice"))
                .build();
        Response answer = management.handle(get("", "/baton/api/tasks"));
        assertThat(answer.status()).isGreaterThanOrEqualTo(500);
        assertThat(answer.body().toText()).doesNotContain("hunter2");
      }
    } finally {
      logger.detachAppender(log);
      logger.setLevel(null);
    }
    assertThat(log.list)
        .hasSize(2)
        .allSatisfy(
            event -> {
              assertThat(event.getFormattedMessage())
                  .contains("GET /tasks")
                  .doesNotContain("hunter2");
              assertThat(event.getThrowableProxy()).isNull();
            });
    assertThat(log.list.get(0).getFormattedMessage()).contains("at dev.baton.management");
  }

  @Test
  void policyGetsTypeBucketKeyAndIdOfTheTask() {
    UUID id = cluster.add(TaskRequest.of(TaskType.of("APART")).key("customer-7").onHold());
    Map<Subject, Set<Right>> asked = new HashMap<>();
    Management management =
        Management.of(cluster.baton())
            .accessPolicy(
                new Allowing(
                    (right, subject) ->
                        asked
                            .computeIfAbsent(subject, none -> EnumSet.noneOf(Right.class))
                            .add(right)))
            .principal(request -> Principal.of("alice"))
            .build();
    Subject task = new Subject("APART", "apart", "customer-7", id);
    assertThat(management.handle(get("", "/baton/api/tasks")).status()).isEqualTo(200);
    assertThat(asked.get(task)).as("lists").contains(Right.VIEW);
    asked.clear();
    assertThat(management.handle(get("", "/baton/api/tasks/" + id + "/payload")).status())
        .isEqualTo(200);
    assertThat(asked.get(task)).contains(Right.VIEW_PAYLOAD);
    asked.clear();
    String bulk = "{\"filter\":{},\"action\":\"release\",\"dryRun\":true}";
    assertThat(management.handle(post("/baton/api/bulk", bulk)).body().toText())
        .contains("\"WOULD_CHANGE\"");
    assertThat(asked.get(task)).as("bulks").contains(Right.VIEW, Right.EDIT);
  }

  @Test
  void throwingPolicyShowsNothing() {
    Management management =
        Management.of(cluster.baton())
            .accessPolicy(throwing(new IllegalStateException("the directory is away")))
            .principal(request -> Principal.of("alice"))
            .build();
    Response response = management.handle(get("", "/baton/api/tasks"));
    assertThat(response.status()).isEqualTo(500);
    assertThat(response.body().toText()).doesNotContain("directory");
  }

  /** Returns a policy that throws for a task. The test must have added one. */
  private AccessPolicy throwing(RuntimeException broken) {
    cluster.add(TaskRequest.of(TaskType.of("APART")).onHold());
    return new Allowing(
        (right, subject) -> {
          throw broken;
        });
  }

  private Management management(String prefix) {
    return Management.of(cluster.baton())
        .accessPolicy(AccessPolicy.everything())
        .principal(request -> Principal.of("alice"))
        .prefix(prefix)
        .build();
  }

  private static Request post(String path, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers =
        Map.of("X-Requested-With", "test", "Content-Type", "application/json");
    return new Request("POST", "", path, null, headers, new ByteArrayInputStream(bytes), null);
  }

  private static Request get(String contextPath, String path) {
    return new Request("GET", contextPath, path, null, Map.of(), none(), null);
  }

  private static InputStream none() {
    return new ByteArrayInputStream(new byte[0]);
  }
}
