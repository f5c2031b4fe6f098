package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.local.proxy.FaultyProxy;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests the first view of the dashboard with a slow network between the node and its database. */
@Tag("deep")
class SlowDatabaseIT {
  private static final long MAX_FIRST_DATA_MILLIS = 8_000;
  private static final long MAX_WHOLE_MILLIS = 30_000;

  @ParameterizedTest
  @CsvSource({"150, 1", "150, 17", "250, 17"})
  void everyTabGetsItsFirstViewAndNoneIsRefused(int delayMillis, int tabs) throws Exception {
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    ExecutorService threads = Executors.newFixedThreadPool(tabs);
    try (FaultyProxy proxy = FaultyProxy.before(database);
        HikariDataSource pool = pool(database, proxy)) {
      BatonSchema.apply(pool);
      try (Baton baton = node(pool);
          JdkHttp http = serve(baton)) {
        baton.tasks().add(TaskRequest.of(TaskType.of("BAD")));
        until(http, "/tasks?status=ERROR", "items");
        proxy.delay(Duration.ofMillis(delayMillis));
        List<CompletableFuture<FirstView>> views = new ArrayList<>();
        for (int i = 0; i < tabs; i++) {
          views.add(CompletableFuture.supplyAsync(() -> firstView(http), threads));
        }
        for (CompletableFuture<FirstView> one : views) {
          FirstView view = one.join();
          System.out.println(delayMillis + " ms each way, " + tabs + " tabs: " + view);
          assertThat(view.firstDataMillis()).isLessThan(MAX_FIRST_DATA_MILLIS);
          assertThat(view.wholeMillis()).isLessThan(MAX_WHOLE_MILLIS);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The times when the first part and all parts were loaded. */
  private record FirstView(long firstDataMillis, long wholeMillis) {}

  /** Polls as the page does, until no part is pending. */
  private static FirstView firstView(JdkHttp http) {
    long beganNanos = System.nanoTime();
    long firstDataMillis = 0;
    while (true) {
      Answer answer = get(http, "/overview/panels");
      long millis = Duration.ofNanos(System.nanoTime() - beganNanos).toMillis();
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      List<String> statuses = new ArrayList<>();
      for (JsonNode panel : answer.json().get("panels")) {
        statuses.add(panel.has("status") ? panel.get("status").toString() : "pending");
      }
      assertThat(statuses).as(answer.text()).isSubsetOf("pending", "200");
      if (firstDataMillis == 0 && statuses.contains("200")) {
        firstDataMillis = millis;
      }
      if (!statuses.contains("pending")) {
        return new FirstView(firstDataMillis, millis);
      }
      assertThat(millis).isLessThan(MAX_WHOLE_MILLIS);
    }
  }

  private static void until(JdkHttp http, String path, String list) {
    while (get(http, path).json().get(list).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private static Answer get(JdkHttp http, String path) {
    return Served.send(HttpRequest.newBuilder(URI.create(http.uri() + "/api" + path)).GET());
  }

  private static Baton node(HikariDataSource pool) {
    return Baton.builder(JdbcStore.of(pool))
        .define(
            RawDefinition.of(
                    "BAD",
                    attempt -> {
                      throw new IllegalStateException("The bank is away");
                    })
                .retry(Retry.never()))
        .start();
  }

  private static JdkHttp serve(Baton baton) throws Exception {
    return JdkHttp.serve(
        Management.of(baton)
            .accessPolicy(AccessPolicy.everything())
            .principal(request -> Principal.of("anna"))
            .build(),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private static HikariDataSource pool(DatabaseAddress database, FaultyProxy proxy) {
    HikariConfig config = new HikariConfig();
    URI server = URI.create(database.url().substring("jdbc:".length()));
    config.setJdbcUrl(database.url().replace(":" + server.getPort(), ":" + proxy.port()));
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(12);
    return new HikariDataSource(config);
  }
}
