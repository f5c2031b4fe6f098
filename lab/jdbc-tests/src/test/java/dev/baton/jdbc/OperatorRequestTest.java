package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.sql.OperatorThrottle;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.OperatorRequest;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that an operator's request has its own time limit and a few connections. */
@Tag("deep")
class OperatorRequestTest {
  private static final TaskFilter ANY = TaskFilter.all().key("k");

  private final AtomicLong nanos = new AtomicLong();

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void allQueriesOfARequestShareOneTimeLimit(TestDatabase database) {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      JdbcOperationsStore store =
          new JdbcOperationsStore(Database.of(pool), JdbcTaskStore.of(pool));
      within(
          Duration.ofSeconds(10),
          () -> {
            nanos.addAndGet(Duration.ofSeconds(6).toNanos());
            assertThat(store.find(ANY, null, 10)).isEmpty();
            assertThat(store.attempts(UUID.randomUUID(), 10)).isEmpty();
            nanos.addAndGet(Duration.ofSeconds(4).toNanos());
            assertThatThrownBy(() -> store.find(ANY, null, 10))
                .isInstanceOf(SearchTimeoutException.class)
                .hasMessageContaining("rest of its request");
            assertThatThrownBy(() -> store.attempts(UUID.randomUUID(), 10))
                .isInstanceOf(StoreUnavailableException.class);
          });
      assertThat(store.find(ANY, null, 10)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void engineGetsItsConnectionsBackWithoutATimeout(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      pool.setMaximumPoolSize(1);
      pool.getHikariPoolMXBean().softEvictConnections();
      JdbcOperationsStore store =
          new JdbcOperationsStore(Database.of(pool), JdbcTaskStore.of(pool));
      within(Duration.ofSeconds(2), () -> store.find(ANY, null, 10));
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(statement.getQueryTimeout()).isZero();
      }
    }
  }

  @Test
  void customPagesHaveTheSameTimeLimit() {
    try (HikariDataSource pool = TestDatabase.H2.newPool()) {
      BatonSchema.apply(pool);
      try (Baton baton = Baton.builder(JdbcStore.of(pool)).client().start()) {
        Supplier<Integer> page = () -> baton.operations().search(ANY).page(10).items().size();
        assertThat(baton.forOperator(Duration.ofSeconds(60), page)).isZero();
        assertThatThrownBy(() -> baton.forOperator(Duration.ofNanos(1), page))
            .isInstanceOf(SearchTimeoutException.class)
            .hasMessageContaining("rest of its request");
        assertThat(page.get()).isZero();
      }
    }
  }

  @Test
  void requestWithoutAConnectionFailsAndTheEngineGetsOne() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    try (HikariDataSource pool = TestDatabase.H2.newPool()) {
      Database database = Database.of(pool, NetworkTimeout.DEFAULT, new OperatorThrottle(null, 1));
      CompletableFuture<Void> slow =
          CompletableFuture.runAsync(
              () ->
                  within(
                      Duration.ofSeconds(60),
                      () ->
                          database.statement(
                              "Looking",
                              connection -> {
                                asked.countDown();
                                return await(mayEnd);
                              })));
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(
              () ->
                  within(Duration.ofMillis(1), () -> database.statement("Looking too", c -> true)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage(
              "Looking too got no connection: operators have 1 at a time, and other requests use"
                  + " them all");
      boolean worked = database.statement("Working", connection -> true);
      assertThat(worked).isTrue();
      mayEnd.countDown();
      slow.join();
    }
  }

  @Test
  void searchesRunOneAtATimeInParallelWithOtherReads() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      Database database = Database.of(pool);
      CompletableFuture<Void> slow =
          CompletableFuture.runAsync(
              () ->
                  within(
                      Duration.ofSeconds(60),
                      () ->
                          database.search(
                              "Searching",
                              connection -> {
                                begun.countDown();
                                return await(mayEnd);
                              })));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      boolean[] read = {false};
      within(
          Duration.ofSeconds(60),
          () -> read[0] = database.statement("Reading", connection -> true));
      assertThat(read[0]).isTrue();
      within(
          Duration.ofMillis(1),
          () ->
              assertThatThrownBy(() -> database.search("Searching too", connection -> true))
                  .isInstanceOf(StoreUnavailableException.class)
                  .hasMessageContaining("Searching too didn't begin"));
      mayEnd.countDown();
      slow.join();
    }
  }

  @Test
  void searchWaitsThreeTimesTheDurationOfTheLastSearch() {
    try (HikariDataSource pool = TestDatabase.H2.newPool()) {
      Database database = Database.of(pool);
      Duration took = Duration.ofMillis(300);
      within(
          Duration.ofSeconds(60),
          () -> database.search("Searching", c -> nanos.addAndGet(took.toNanos())));
      long before = System.nanoTime();
      within(Duration.ofSeconds(60), () -> database.search("Searching again", c -> true));
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isGreaterThanOrEqualTo(took.multipliedBy(3));
    }
  }

  @Test
  void searchWaitsAfterAFailedSearchToo() {
    try (HikariDataSource pool = TestDatabase.H2.newPool()) {
      Database database = Database.of(pool);
      Duration took = Duration.ofMillis(300);
      within(
          Duration.ofSeconds(60),
          () ->
              assertThatThrownBy(
                      () ->
                          database.search(
                              "Searching",
                              connection -> {
                                nanos.addAndGet(took.toNanos());
                                throw new SQLTimeoutException("given up");
                              }))
                  .isInstanceOf(StoreUnavailableException.class));
      long before = System.nanoTime();
      within(Duration.ofSeconds(60), () -> database.search("Searching again", c -> true));
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isGreaterThanOrEqualTo(took.multipliedBy(3));
    }
  }

  @Test
  void firstSearchDoesNotWaitWhateverTheClockShows() {
    nanos.set(Long.MIN_VALUE / 2);
    try (HikariDataSource pool = TestDatabase.H2.newPool()) {
      Database database = Database.of(pool);
      long before = System.nanoTime();
      within(Duration.ofSeconds(60), () -> database.search("Searching", c -> true));
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
    }
  }

  @Test
  void onPostgresASearchHasNoFurtherProcessesAndLeavesItsConnectionAsItWas() {
    try (HikariDataSource pool = TestDatabase.POSTGRES.newPool()) {
      Database database = Database.of(pool);
      String before = database.statement("Looking", OperatorRequestTest::workers);
      within(
          Duration.ofSeconds(60),
          () ->
              assertThat(database.search("Searching", OperatorRequestTest::workers))
                  .isEqualTo("0"));
      assertThat(database.statement("Looking", OperatorRequestTest::workers))
          .isEqualTo(before)
          .isNotEqualTo("0");
    }
  }

  /** The pool would let the request wait for thirty seconds. */
  @Test
  void waitForAPoolConnectionEndsWithTheRequest() throws Exception {
    try (HikariDataSource pool = TestDatabase.H2.newPool()) {
      Database database = Database.of(pool);
      pool.setMaximumPoolSize(1);
      pool.getHikariPoolMXBean().softEvictConnections();
      long before = System.nanoTime();
      try (Connection taken = pool.getConnection()) {
        within(
            Duration.ofMillis(100),
            () ->
                assertThatThrownBy(() -> database.statement("Looking", connection -> true))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining(
                        "got no connection from the pool before its request's time was over"));
        assertThat(taken.isClosed()).isFalse();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      within(
          Duration.ofSeconds(60),
          () -> assertThat((boolean) database.statement("Looking", connection -> true)).isTrue());
    }
  }

  @Test
  void waitForAConnectionDoesNotDelayTheNextSearch() throws Exception {
    try (HikariDataSource pool = TestDatabase.H2.newPool()) {
      Database database = Database.of(slow(pool));
      long shortest = Long.MAX_VALUE;
      for (int i = 0; i < 3; i++) {
        within(Duration.ofHours(1), () -> database.search("Searching", connection -> true));
        long before = System.nanoTime();
        within(Duration.ofHours(1), () -> database.search("Searching again", connection -> true));
        shortest = Math.min(shortest, System.nanoTime() - before);
      }
      assertThat(Duration.ofNanos(shortest)).isLessThan(Duration.ofSeconds(1));
    }
  }

  /** Takes twenty seconds to return a connection, by the clock of these tests. */
  private DataSource slow(DataSource pool) {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              nanos.addAndGet(Duration.ofSeconds(20).toNanos());
              return method.invoke(pool, arguments);
            });
  }

  private static String workers(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW max_parallel_workers_per_gather")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private void within(Duration longest, Runnable work) {
    OperatorRequest.within(
        nanos::get,
        longest,
        () -> {
          work.run();
          return null;
        });
  }
}
