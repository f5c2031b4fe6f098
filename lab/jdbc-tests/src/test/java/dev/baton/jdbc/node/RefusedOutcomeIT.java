package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.Latin1;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Tests that an outcome that the database refuses ends its own task in ERROR and delays no other.
 */
@Tag("deep")
class RefusedOutcomeIT {
  private static final int OTHERS = 20;
  private static final NodeSettings QUICK =
      NodeSettings.defaults().poll(Duration.ofMillis(100)).sweep(Duration.ofMillis(50));

  static Stream<Named<Supplier<DatabaseAddress>>> databases() {
    return Stream.concat(
        LocalDatabase.chosen().map(each -> Named.of(each.name(), each::newDatabase)),
        Stream.of(
            Named.of("GALERA", GaleraServers::withOneWriter),
            Named.of("GALERA_WRITERS", GaleraServers::withThreeWriters)));
  }

  /** Databases that check constraints. MySQL does since 8.0.16; the tests' server is older. */
  static Stream<Named<Supplier<DatabaseAddress>>> withChecks() {
    return databases().filter(each -> !each.getName().equals("MYSQL"));
  }

  private final AtomicInteger runsOfTheBad = new AtomicInteger();
  private final AtomicInteger runsOfOthers = new AtomicInteger();

  @Test
  void errorTextIsStoredWithoutLettersThatLatin1Misses() throws Exception {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger("dev.baton.jdbc");
    log.start();
    logger.addAppender(log);
    try (HikariDataSource pool = pool(Latin1.newDatabase())) {
      BatonSchema.apply(pool);
      try (Baton first = node(pool, this::throwsPolish);
          Baton second = node(pool, this::throwsPolish)) {
        addAll(first);
        awaitEnds(pool);
        assertThat(second.slotsInUse()).isBetween(0, OTHERS);
      }
      assertThat(text(pool, "SELECT error FROM baton_attempt")).contains("RuntimeException: ?ód?");
      assertThat(runsOfOthers).hasValue(OTHERS);
      assertThat(runsOfTheBad).hasValue(1);
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .anySatisfy(
            event ->
                assertThat(event.getFormattedMessage())
                    .contains("LATIN1", "UTF8")
                    .doesNotContain("dumm"));
  }

  private Outcome<?> throwsPolish() {
    throw new RuntimeException("Łódź");
  }

  /** Databases with a packet of 16 MiB by default. MySQL's has 64 MiB. */
  static Stream<Named<Supplier<DatabaseAddress>>> withPackets() {
    return databases().filter(each -> !each.getName().matches("POSTGRES|H2|MYSQL"));
  }

  @ParameterizedTest
  @MethodSource("withPackets")
  void aResultLargerThanMariaDbsPacketStopsItsTaskAndNamesTheSetting(
      Supplier<DatabaseAddress> database) throws Exception {
    try (HikariDataSource pool = pool(database.get())) {
      BatonSchema.apply(pool);
      try (Baton node = node(pool, () -> Outcome.done(Bytes.of(new byte[16_777_216])))) {
        addAll(node);
        awaitEnds(pool);
      }
      assertThat(text(pool, "SELECT error FROM baton_attempt"))
          .contains("outcome could not be stored", "max_allowed_packet", "16777216");
      assertThat(runsOfOthers).hasValue(OTHERS);
      assertThat(runsOfTheBad).hasValue(1);
    }
  }

  /** The database's own rules may refuse any text: the stored error then contains none of it. */
  @ParameterizedTest
  @MethodSource("withChecks")
  void anErrorTextThatTheDatabaseRefusesIsReplaced(Supplier<DatabaseAddress> database)
      throws Exception {
    try (HikariDataSource pool = pool(database.get())) {
      BatonSchema.apply(pool);
      update(
          pool, "ALTER TABLE baton_attempt ADD CONSTRAINT no_bad CHECK (error NOT LIKE '%bad%')");
      try (Baton node =
          node(
              pool,
              () -> {
                throw new IllegalStateException("bad secret");
              })) {
        addAll(node);
        awaitEnds(pool);
      }
      assertThat(text(pool, "SELECT error FROM baton_attempt"))
          .startsWith("Its outcome could not be stored")
          .doesNotContain("secret");
      assertThat(runsOfOthers).hasValue(OTHERS);
      assertThat(runsOfTheBad).hasValue(1);
    }
  }

  @ParameterizedTest
  @MethodSource("withChecks")
  void aTransactionalHandlerWhoseEndIsRefusedIsRolledBackAndNotRunAgain(
      Supplier<DatabaseAddress> database) throws Exception {
    try (HikariDataSource pool = pool(database.get())) {
      BatonSchema.apply(pool);
      update(pool, "CREATE TABLE effect (id INT NOT NULL)");
      update(pool, "ALTER TABLE baton_finished ADD CONSTRAINT no_bad CHECK (type <> 'BAD')");
      TaskDefinition<?, ?> books =
          RawDefinition.transactional(
              "BAD",
              (attempt, transaction) -> {
                runsOfTheBad.incrementAndGet();
                try (Statement effect = transaction.unwrap(Connection.class).createStatement()) {
                  effect.executeUpdate("INSERT INTO effect VALUES (1)");
                }
                return Outcome.done(Bytes.of("secret"));
              });
      try (Baton node =
          Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).define(books, good()).start()) {
        addAll(node);
        awaitEnds(pool);
      }
      assertThat(text(pool, "SELECT error FROM baton_attempt"))
          .contains("outcome could not be stored")
          .doesNotContain("secret");
      assertThat(number(pool, "SELECT count(*) FROM effect")).isZero();
      // With several writers a change on another server may roll a run back, which is then
      // repeated.
      boolean hasSeveralWriters = pool.getJdbcUrl().contains("loadbalance");
      assertThat(runsOfTheBad.get()).isBetween(1, hasSeveralWriters ? 3 : 1);
    }
  }

  private Baton node(HikariDataSource pool, Supplier<Outcome<?>> bad) {
    return Baton.builder(JdbcStore.of(pool))
        .settings(s -> QUICK)
        .define(
            RawDefinition.of(
                    "BAD",
                    attempt -> {
                      runsOfTheBad.incrementAndGet();
                      return bad.get();
                    })
                .retry(Retry.never()))
        .define(good())
        .start();
  }

  private TaskDefinition<?, ?> good() {
    return RawDefinition.of(
        "GOOD",
        attempt -> {
          runsOfOthers.incrementAndGet();
          return Outcome.done();
        });
  }

  private static void addAll(Baton node) {
    List<TaskRequest<?, ?>> all = new ArrayList<>();
    all.add(TaskRequest.of(TaskType.of("BAD")));
    for (int i = 0; i < OTHERS; i++) {
      all.add(TaskRequest.of(TaskType.of("GOOD")));
    }
    node.tasks().addAll(all);
  }

  private static void awaitEnds(HikariDataSource pool) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch pause = new CountDownLatch(1);
    String ends = "";
    String wanted = OTHERS + " done, 1 in error";
    while (!ends.equals(wanted)) {
      assertThat(System.nanoTime()).as("%s instead of %s", ends, wanted).isLessThan(end);
      boolean never = pause.await(20, TimeUnit.MILLISECONDS);
      assertThat(never).isFalse();
      ends =
          number(pool, "SELECT count(*) FROM baton_kept WHERE status = " + Status.DONE.code())
              + " done, "
              + number(
                  pool, "SELECT count(*) FROM baton_task WHERE status = " + Status.ERROR.code())
              + " in error";
    }
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    return Pools.of(address, 24);
  }

  private static void update(HikariDataSource pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private static long number(HikariDataSource pool, String query) throws SQLException {
    return Long.parseLong(text(pool, query));
  }

  private static String text(HikariDataSource pool, String query) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
