package dev.baton.management;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Request;
import java.io.InputStream;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests that the number of waiting keys is shown only to users who may see all tasks of the type.
 */
class TurnRouteTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final CountDownLatch mayEnd = new CountDownLatch(1);

  /** The partner sees only tasks with its key. Others see everything. */
  private static final AccessPolicy BY_KEY =
      new AccessPolicy() {
        @Override
        public boolean allows(Principal principal, Right right, Subject task) {
          return isOperator(principal) || "partner-b".equals(task.key());
        }

        @Override
        public boolean allowsAll(Principal principal, Right right, Scope scope) {
          return isOperator(principal) || "partner-b".equals(scope.key());
        }

        @Override
        public boolean allowsSome(Principal principal, Right right) {
          return true;
        }

        private boolean isOperator(Principal principal) {
          return principal.name().equals("operator");
        }
      };

  @Test
  void onlyCallersWhoSeeTheTypeLearnHowManyKeysWait() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    TaskDefinition<?, ?> inTurns =
        RawDefinition.of(
                "FAIR",
                attempt -> {
                  mayEnd.await(60, TimeUnit.SECONDS);
                  return Outcome.done();
                })
            .fair()
            .limits(Limit.node(1));
    try (Baton baton = Baton.builder(JdbcStore.of(database)).define(inTurns).start()) {
      Management management =
          Management.of(baton)
              .accessPolicy(BY_KEY)
              .principal(request -> Principal.of(String.valueOf(request.header("X-Name"))))
              .build();
      add(baton, "partner-a");
      add(baton, "partner-a");
      UUID id = add(baton, "partner-b");
      add(baton, "partner-c");
      JsonNode whole = turnAmongThree(management, id);
      assertThat(whole.get("turn").intValue()).isBetween(1, 3);
      assertThat(whole.get("text").stringValue())
          .isEqualTo("its key has turn " + whole.get("turn") + " of 3 keys on the queried node");
      JsonNode own = explanation(management, "partner", id);
      assertThat(turn(own).has("turn")).isFalse();
      assertThat(turn(own).has("keys")).isFalse();
      assertThat(turn(own).get("text").stringValue())
          .isEqualTo("its key waits for its turn on the queried node");
      assertThat(own.toString()).doesNotContain("3 keys", "partner-a", "partner-c");
      mayEnd.countDown();
    }
  }

  private static UUID add(Baton baton, String key) {
    return baton
        .tasks()
        .add(withoutLocalDispatch(TaskRequest.of(TaskType.of("FAIR")).key(key)))
        .taskId();
  }

  /** Waits until the node has read all three. */
  private static JsonNode turnAmongThree(Management management, UUID id) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      JsonNode turn = turn(explanation(management, "operator", id));
      if (turn.path("keys").asInt(0) == 3) {
        return turn;
      }
      assertThat(System.nanoTime()).as("%s", turn).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static JsonNode turn(JsonNode explanation) {
    return explanation
        .get("reasons")
        .valueStream()
        .filter(reason -> reason.get("kind").stringValue().equals("TURN"))
        .findFirst()
        .orElseGet(() -> JsonMapper.shared().createObjectNode());
  }

  private static JsonNode explanation(Management management, String name, UUID id) {
    Request request =
        new Request(
            "GET",
            "",
            "/baton/api/tasks/" + id + "/explanation",
            null,
            Map.of("X-Name", name),
            InputStream.nullInputStream(),
            null);
    return JsonMapper.shared().readTree(management.handle(request).body().toArray());
  }
}
