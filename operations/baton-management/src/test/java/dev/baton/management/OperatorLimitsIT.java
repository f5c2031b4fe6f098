package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.OperatorConnections;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import java.io.InputStream;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests sixteen concurrent searches of maximum duration. The engine continues, and a caller without
 * a free permit must retry.
 */
@Tag("deep")
class OperatorLimitsIT {
  private static final int PEOPLE = 16;
  private static final int TICKS = 15;
  private static final int POOL = 8;
  private static final String SEARCH = "/tasks?status=DONE&key=k";

  private final List<AutoCloseable> open = new ArrayList<>();
  private final ExecutorService people = Executors.newFixedThreadPool(PEOPLE);

  enum Kind {
    POSTGRES(
        LocalDatabase.POSTGRES, "LOCK TABLE baton_finished IN ACCESS EXCLUSIVE MODE", "ROLLBACK"),
    MARIADB(LocalDatabase.MARIADB, "LOCK TABLES baton_finished WRITE", "UNLOCK TABLES");

    private final LocalDatabase database;
    private final String lock;
    private final String unlock;

    Kind(LocalDatabase database, String lock, String unlock) {
      this.database = database;
      this.lock = lock;
      this.unlock = unlock;
    }
  }

  @AfterEach
  void close() throws Exception {
    people.shutdownNow();
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void engineWorksWhileSearchesHangAndOtherCallersRetryLater(Kind kind) throws Exception {
    HikariDataSource pool = pool(kind.database.newDatabase(), POOL);
    BatonSchema.apply(pool);
    CountDownLatch ticks = new CountDownLatch(TICKS);
    Baton baton = node(pool, OperatorConnections.usual(), ticks);
    // Mounted twice on two servers, which share one limit.
    List<Management> mounted = List.of(management(baton), management(baton));
    List<CompletableFuture<Response>> searches = new ArrayList<>();
    hangingWhile(
        pool,
        kind,
        () -> {
          for (int i = 0; i < PEOPLE; i++) {
            Management one = mounted.get(i % mounted.size());
            searches.add(CompletableFuture.supplyAsync(() -> get(one, SEARCH), people));
          }
          List<Response> refused = firstOf(searches, PEOPLE - 2 * 3);
          assertThat(refused).allMatch(OperatorLimitsIT::saysComeAgain);
          IntStream.range(0, TICKS)
              .forEach(i -> baton.tasks().add(TaskRequest.of(TaskType.of("TICK"))));
          assertThat(ticks.await(60, TimeUnit.SECONDS)).isTrue();
          assertThat(searches.stream().filter(search -> !search.isDone()))
              .as("searches that still hang")
              .isNotEmpty();
        });
    assertThat(searches.stream().map(CompletableFuture::join).filter(one -> one.status() == 200))
        .isNotEmpty();
    assertThat(get(mounted.get(0), SEARCH).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRES")
  void searchesOnTheirOwnPoolTakeNoEngineConnections(Kind kind) throws Exception {
    DatabaseAddress database = kind.database.newDatabase();
    HikariDataSource pool = pool(database, POOL);
    HikariDataSource own = pool(database, 2);
    BatonSchema.apply(pool);
    Baton baton = node(pool, OperatorConnections.of(own, 2), new CountDownLatch(0));
    Management management = management(baton);
    hangingWhile(
        pool,
        kind,
        () -> {
          List<CompletableFuture<Response>> searches = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            searches.add(CompletableFuture.supplyAsync(() -> get(management, SEARCH), people));
          }
          assertThat(firstOf(searches, 2)).allMatch(OperatorLimitsIT::saysComeAgain);
          assertThat(own.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
        });
    until(() -> own.getHikariPoolMXBean().getActiveConnections() == 0);
  }

  private static boolean saysComeAgain(Response response) {
    return response.status() == 503 && !response.header("Retry-After").isEmpty();
  }

  /** Waits until this many responses are complete, and returns the complete ones. */
  private static List<Response> firstOf(List<CompletableFuture<Response>> all, int wanted) {
    until(() -> all.stream().filter(CompletableFuture::isDone).count() >= wanted);
    return all.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
  }

  private static void until(BooleanSupplier holds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited for 60 seconds").isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  /** Blocks searches of finished tasks meanwhile. Tasks without a finished row can still end. */
  private static void hangingWhile(HikariDataSource pool, Kind kind, Work work) throws Exception {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      connection.createStatement().execute(kind.lock);
      try {
        work.run();
      } finally {
        connection.createStatement().execute(kind.unlock);
        connection.setAutoCommit(true);
      }
    }
  }

  private Baton node(HikariDataSource pool, OperatorConnections operators, CountDownLatch ticks) {
    Baton baton =
        Baton.builder(
                JdbcStore.of(pool).networkTimeout(Duration.ofSeconds(10)).operators(operators))
            .transactions(JdbcTransactions.of(pool))
            .settings(s -> s.keepDone(Duration.ZERO).poll(Duration.ofMillis(75)))
            .define(
                RawDefinition.of(
                    "TICK",
                    attempt -> {
                      ticks.countDown();
                      return Outcome.done();
                    }))
            .settings(s -> s.withoutPruner())
            .start();
    open.add(baton);
    return baton;
  }

  private static Management management(Baton baton) {
    return Management.of(baton)
        .accessPolicy(AccessPolicy.everything())
        .principal(request -> Principal.of("somebody"))
        .build();
  }

  private static Response get(Management management, String path) {
    String[] parts = path.split("\\?");
    return management.handle(
        new Request(
            "GET",
            "",
            "/baton/api" + parts[0],
            parts.length > 1 ? parts[1] : null,
            Map.of(),
            InputStream.nullInputStream(),
            null));
  }

  private HikariDataSource pool(DatabaseAddress database, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(size);
    HikariDataSource pool = new HikariDataSource(config);
    open.add(pool);
    return pool;
  }
}
