package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.limit.Limit;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.local.Patience;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.LoggerFactory;

/**
 * Counts the log lines of a node whose database is away for a minute, and those of its pool.
 * HikariCP warns of each connection that it finds broken, so its lines are limited by its size.
 */
@Tag("deep")
@Execution(ExecutionMode.SAME_THREAD)
final class OutageLogIT {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final int RUNNING = 20;
  private static final int MOST_LINES = 9;
  private static final int POOL_SIZE = 12;

  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level before = root.getLevel();
  private final Lines lines = new Lines();
  private final CountDownLatch running = new CountDownLatch(RUNNING);
  private final LocalPostgres server = LocalPostgres.temporary(Map.of());
  private final DatabaseAddress address = server.newDatabase();

  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private final ConcurrentLinkedQueue<ILoggingEvent> all = new ConcurrentLinkedQueue<>();

    @Override
    protected void append(ILoggingEvent line) {
      all.add(line);
    }
  }

  @BeforeEach
  void record() {
    root.setLevel(Level.INFO);
    lines.start();
    root.addAppender(lines);
  }

  @AfterEach
  void stop() {
    root.detachAppender(lines);
    root.setLevel(before);
    server.stop();
  }

  @Test
  void databaseThatIsDownCostsFewLines() throws Exception {
    try (HikariDataSource pool = pool();
        Baton busy = busy(pool)) {
      server.kill();
      List<String> logged = aMinute();
      server.restart();
      assertThat(logged).filteredOn(OutageLogIT::isOfThePool).hasSizeLessThan(2 * POOL_SIZE);
      assertThat(logged).filteredOn(line -> !isOfThePool(line)).hasSizeBetween(1, MOST_LINES);
    }
  }

  @Test
  void threeIdleNodesLogNothing() throws Exception {
    try (HikariDataSource pool = pool();
        Baton first = Baton.builder(JdbcStore.of(pool)).start();
        Baton second = Baton.builder(JdbcStore.of(pool)).start();
        Baton third = Baton.builder(JdbcStore.of(pool)).start()) {
      // Each node becomes the pruner once. An idle pruner then resigns.
      assertThat(
              Patience.until(
                  () -> lines.all.stream().filter(OutageLogIT::isNewPruner).count() == 3))
          .isTrue();
      assertThat(aMinute()).isEmpty();
    }
  }

  @Test
  void readOnlyDatabaseCostsFewLines() throws Exception {
    try (HikariDataSource pool = pool();
        Baton busy = busy(pool)) {
      readOnly(true);
      List<String> logged = aMinute();
      readOnly(false);
      assertThat(logged).hasSizeBetween(1, MOST_LINES);
    }
  }

  private static boolean isNewPruner(ILoggingEvent line) {
    return line.getFormattedMessage().endsWith("has taken the duty pruner");
  }

  private static boolean isOfThePool(String line) {
    return line.contains("com.zaxxer.hikari");
  }

  private HikariDataSource pool() {
    HikariDataSource pool = Pools.of(address, POOL_SIZE);
    BatonSchema.apply(pool);
    return pool;
  }

  private Baton busy(HikariDataSource pool) throws Exception {
    TaskDefinition<?, ?> sleeps =
        RawDefinition.of(
                "T",
                attempt -> {
                  running.countDown();
                  new CountDownLatch(1).await();
                  return Outcome.done();
                })
            .retry(Retry.never())
            .limits(Limit.node(RUNNING));
    Baton node =
        Baton.builder(JdbcStore.of(pool))
            .transactions(JdbcTransactions.of(pool))
            .settings(s -> s.lease(LEASE).shutdown(Duration.ofSeconds(5)))
            .define(sleeps)
            .start();
    for (int i = 0; i < RUNNING; i++) {
      node.tasks().add(TaskRequest.of(TaskType.of("T")));
    }
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
    return node;
  }

  private List<String> aMinute() throws InterruptedException {
    lines.all.clear();
    boolean never = new CountDownLatch(1).await(1, TimeUnit.MINUTES);
    assertThat(never).isFalse();
    List<String> logged =
        lines.all.stream()
            .map(
                line ->
                    line.getLevel() + " " + line.getLoggerName() + " " + line.getFormattedMessage())
            .toList();
    logged.forEach(System.out::println);
    return logged;
  }

  private void readOnly(boolean on) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(address.url(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      statement.execute("SET default_transaction_read_only = off");
      statement.execute("ALTER SYSTEM SET default_transaction_read_only = " + (on ? "on" : "off"));
      try (ResultSet reloaded = statement.executeQuery("SELECT pg_reload_conf()")) {
        assertThat(reloaded.next()).isTrue();
      }
    }
  }
}
