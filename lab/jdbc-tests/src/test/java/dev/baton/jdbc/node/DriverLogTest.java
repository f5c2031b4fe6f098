package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.schedule.Schedule;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/**
 * Tests that normal work causes no server error. MariaDB's driver logs each error of the server at
 * WARN.
 */
final class DriverLogTest {
  private static final int NODES = 5;
  private static final int SCHEDULES = 20;
  private static final TaskType<Void, Void> TYPE = TaskType.of("T");

  private final Logger logger = (Logger) LoggerFactory.getLogger("org.mariadb.jdbc");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final DatabaseAddress address = LocalMariaDb.temporary().newDatabase();
  private HikariDataSource pool = new HikariDataSource();

  @BeforeEach
  void prepare() {
    pool = Pools.of(address, 24);
    BatonSchema.apply(pool);
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
    pool.close();
  }

  @Test
  void nodesWithTheSameSchedulesLogNoDriverWarning() throws Exception {
    CountDownLatch first = new CountDownLatch(SCHEDULES);
    CountDownLatch runs = new CountDownLatch(3 * SCHEDULES);
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
            "T",
            attempt -> {
              first.countDown();
              runs.countDown();
              return Outcome.done();
            });
    List<Baton> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < NODES; i++) {
        nodes.add(
            Baton.builder(JdbcStore.of(pool)).define(definition).schedule(schedules()).start());
        // Two nodes may insert the same missing row of a new database.
        assertThat(first.await(60, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(runs.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      nodes.forEach(Baton::close);
    }
    assertThat(lines()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2, ''", "4, ''", "8, ''", "2, ?useAffectedRows=true", "4, ?useAffectedRows=true"})
  void addsUnderTakenKeysAndIds(int isolation, String parameters) throws Exception {
    UUID id = UUID.fromString("6f1c1a52-35f0-4b0e-9c39-0d4b6f2c8a11");
    DatabaseAddress driven =
        new DatabaseAddress(address.url() + parameters, address.user(), address.password());
    try (HikariDataSource driver = Pools.of(driven, 6);
        Baton node =
            Baton.builder(JdbcStore.of(driver))
                .transactions(JdbcTransactions.of(driver, isolation))
                .start()) {
      JdbcTransactions transactions = JdbcTransactions.of(driver, isolation);
      AddResult first = add(node, transactions, List.of(keyed("b"))).get(0);
      AddResult named = add(node, transactions, List.of(identified("n", id))).get(0);
      List<AddResult> again =
          add(
              node,
              transactions,
              List.of(keyed("a"), keyed("b"), identified("n", id), keyed("c"), keyed("b")));
      assertThat(again.stream().map(AddResult::wasAdded))
          .containsExactly(true, false, false, true, false);
      assertThat(List.of(again.get(1).taskId(), again.get(2).taskId(), again.get(4).taskId()))
          .containsExactly(first.taskId(), named.taskId(), first.taskId());
      assertThat(add(node, transactions, List.of(keyed("b"))).get(0).taskId())
          .isEqualTo(first.taskId());
      assertThat(add(node, transactions, List.of(keyed("a"), keyed("b"))))
          .noneMatch(AddResult::wasAdded);
      assertThat(add(node, transactions, List.of(keyed("d"), keyed("e"))))
          .allMatch(AddResult::wasAdded);
    }
    assertThat(lines()).isEmpty();
  }

  private static List<AddResult> add(
      Baton node, JdbcTransactions transactions, List<TaskRequest<?, ?>> requests)
      throws Exception {
    return transactions.call(transaction -> node.tasks().addAll(transaction, requests));
  }

  private static TaskRequest<?, ?> keyed(String key) {
    return TaskRequest.of(TYPE).unique(Unique.whileLive(key));
  }

  private static TaskRequest<?, ?> identified(String key, UUID id) {
    return TaskRequest.of(TYPE).unique(Unique.id(id).and(Unique.whileLive(key)));
  }

  private List<String> lines() {
    return log.list.stream()
        .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private static Schedule[] schedules() {
    Schedule[] all = new Schedule[SCHEDULES];
    for (int i = 0; i < SCHEDULES; i++) {
      all[i] = Schedule.cron("s" + i, "* * * * * *", ZoneOffset.UTC).adds(TaskRequest.of(TYPE));
    }
    return all;
  }
}
