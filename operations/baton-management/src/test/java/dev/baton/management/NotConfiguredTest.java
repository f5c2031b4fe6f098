package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.management.access.AccessPolicy;
import dev.baton.spi.Stores;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a node with a store of tasks only. */
class NotConfiguredTest {
  private final MemoryTaskStore store = new MemoryTaskStore(InstantSource.system());
  private final Baton baton =
      Baton.builder(Stores.of(store)).client().transactions(new MemoryTransactions(store)).start();
  private final JdkHttp http = Served.serve(baton, AccessPolicy.everything());

  @AfterEach
  void close() {
    http.close();
    baton.close();
  }

  @Test
  void missingStoreIsReportedWithItsRemedy() {
    for (List<String> one :
        List.of(
            List.of("/overview", "Stores.statistics(...)"),
            List.of("/counts", "Stores.statistics(...)"),
            List.of("/statistics", "Stores.statistics(...)"),
            List.of("/types", "Stores.statistics(...)"),
            List.of("/limits", "Stores.statistics(...)"),
            List.of("/tasks", "Stores.operations(...)"),
            List.of("/tasks?stuck=true", "Stores.operations(...)"),
            List.of("/audit", "Stores.operations(...)"),
            List.of("/schedules", "Stores.schedules(...)"),
            List.of("/pauses", "Stores.cluster(...)"))) {
      Answer answer = Served.send(request(one.get(0)).GET());
      assertThat(answer.status()).as(one + answer.text()).isEqualTo(501);
      assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
      assertThat(answer.at("/title")).isEqualTo("The node isn't configured for this");
      assertThat(answer.at("/detail")).as(one.get(0)).contains(one.get(1));
    }
    Answer changed =
        Served.send(
            request("/pauses")
                .header("X-Requested-With", "test")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"type\":\"T\",\"reason\":\"r\"}")));
    assertThat(changed.status()).as(changed.text()).isEqualTo(501);
  }

  @Test
  void panelThatFailsDoesNotAffectTheOthers() {
    Answer answer = Served.send(request("/overview/panels").GET());
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.at("/panels/counts/status")).isEqualTo("501");
    assertThat(answer.at("/panels/counts/body/detail")).contains("Stores.statistics(...)");
    assertThat(answer.at("/panels/nodes/status")).isEqualTo("200");
    assertThat(answer.json().at("/panels/nodes/body/items")).isEmpty();
  }

  @Test
  void routesThatNeedOnlyTasksWork() {
    UUID id = baton.tasks().add(TaskRequest.of(TaskType.of("T")).onHold()).taskId();
    for (String path : List.of("", "/openapi.json", "/nodes")) {
      assertThat(Served.send(request(path).GET()).status()).as(path).isEqualTo(200);
    }
    assertThat(baton.operations().find(id)).isPresent();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(http.uri() + "/api" + path)).header("X-Name", "alice");
  }
}
