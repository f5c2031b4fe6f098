package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Request;
import dev.baton.test.TestBaton;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A long bulk ends after ten seconds and returns where to continue. Nothing is done twice. */
@Tag("deep")
class LongBulkTest {
  private static final int TASKS = 900;

  private final AtomicLong nanos = new AtomicLong();
  private final List<Long> tookNanos = new ArrayList<>();

  /** Takes twenty milliseconds for each check, so a batch of 200 takes longer than ten seconds. */
  private final AccessPolicy slow =
      new AccessPolicy() {
        @Override
        public boolean allows(Principal principal, Right right, Subject task) {
          nanos.addAndGet(Duration.ofMillis(20).toNanos());
          return true;
        }

        @Override
        public boolean allowsAll(Principal principal, Right right, Scope scope) {
          return true;
        }

        @Override
        public boolean allowsSome(Principal principal, Right right) {
          return true;
        }
      };

  @Test
  void partsOfLongBulkReachEveryTaskOnce() {
    try (TestBaton cluster = TestBaton.inMemory().define(Served.definitions()).start()) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        ids.add(cluster.add(TaskRequest.of(TaskType.of("GOOD")).runIn(Duration.ofDays(1))));
      }
      Management management =
          Management.of(cluster.baton())
              .accessPolicy(slow)
              .principal(request -> Principal.of("ada"))
              .nanoTime(nanos::get)
              .build();
      int changed = 0;
      int stopped = 0;
      String after = "";
      do {
        JsonNode report = bulk(management, after);
        changed += report.get("changed").intValue();
        stopped += report.has("stopped") ? 1 : 0;
        after = report.path("next").asString("");
      } while (!after.isEmpty());
      assertThat(changed).isEqualTo(TASKS);
      assertThat(stopped).isGreaterThan(2);
      assertThat(tookNanos).allMatch(took -> took < Duration.ofSeconds(20).toNanos());
      for (UUID id : ids) {
        assertThat(cluster.baton().operations().find(id).orElseThrow().version()).isEqualTo(2);
      }
    }
  }

  private JsonNode bulk(Management management, String after) {
    String body = "{\"filter\":{},\"all\":true,\"action\":\"hold\",\"atMost\":10000%s}";
    long before = nanos.get();
    byte[] answer =
        management
            .handle(
                new Request(
                    "POST",
                    "",
                    "/baton/api/bulk",
                    null,
                    Map.of("X-Requested-With", "test", "Content-Type", "application/json"),
                    new ByteArrayInputStream(
                        body.formatted(after.isEmpty() ? "" : ",\"after\":\"" + after + "\"")
                            .getBytes(StandardCharsets.UTF_8)),
                    null))
            .body()
            .toArray();
    tookNanos.add(nanos.get() - before);
    return new JsonMapper().readTree(answer);
  }
}
