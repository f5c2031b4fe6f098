package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.management.access.AccessPolicy;
import dev.baton.spi.Stores;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryStatisticsStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the warnings about the database, and an operator's acceptance of a database. */
class DatabaseRoutesTest {
  private final MemoryTaskStore memory = new MemoryTaskStore(InstantSource.system());
  private final OlderServer store = new OlderServer(memory);
  private final Baton baton =
      Baton.builder(
              Stores.of(store)
                  .operations(memory.operations())
                  .statistics(new MemoryStatisticsStore(memory))
                  .cluster(new MemoryClusterStore(InstantSource.system())))
          .client()
          .transactions(new MemoryTransactions(memory))
          .start();
  private final JdkHttp http = Served.serve(baton, AccessPolicy.everything());

  @AfterEach
  void close() {
    http.close();
    baton.close();
  }

  @Test
  void olderServerIsReportedAcceptedAndAudited() {
    Answer found = Served.send(request("/database").GET());
    assertThat(found.at("/items/0/kind")).isEqualTo("OLDER_SERVER");
    assertThat(found.at("/items/0/stopsStarts")).isEqualTo("true");
    assertThat(found.at("/items/0/message")).isEqualTo("timeline 1");
    assertThat(ofOverview()).startsWith("timeline 1");
    assertThat(accept().status()).isEqualTo(200);
    assertThat(store.isAccepted()).isTrue();
    Answer audit = Served.send(request("/audit").GET());
    assertThat(audit.at("/items/0/action")).isEqualTo("ACCEPT_DATABASE");
    assertThat(audit.at("/items/0/reason")).isEqualTo("the backup of today");
  }

  @Test
  void withoutWarningThereIsNothingToAccept() {
    store.accept();
    try (Baton right =
            Baton.builder(Stores.of(store).operations(memory.operations()))
                .client()
                .transactions(new MemoryTransactions(memory))
                .start();
        JdkHttp other = Served.serve(right, AccessPolicy.everything())) {
      Answer refused = Served.send(acceptance(request(other, "/database/accept")));
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text()).contains("nothing to accept");
    }
  }

  /** Returns the first problem of the overview. */
  private String ofOverview() {
    Answer overview = Served.send(request("/overview").GET());
    assertThat(overview.at("/trouble/0/kind")).isEqualTo("DATABASE");
    return overview.at("/trouble/0/text");
  }

  private Answer accept() {
    return Served.send(acceptance(request("/database/accept")));
  }

  private static HttpRequest.Builder acceptance(HttpRequest.Builder request) {
    return request
        .header("X-Requested-With", "test")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("{\"reason\":\"the backup of today\"}"));
  }

  private HttpRequest.Builder request(String path) {
    return request(http, path);
  }

  private static HttpRequest.Builder request(JdkHttp http, String path) {
    return HttpRequest.newBuilder(URI.create(http.uri() + "/api" + path)).header("X-Name", "alice");
  }
}
