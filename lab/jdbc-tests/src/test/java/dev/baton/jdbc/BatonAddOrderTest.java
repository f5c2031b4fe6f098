package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.internal.RequestFields;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.tck.contract.StoreScenario;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests tasks that SQL and Java add to one order. */
class BatonAddOrderTest {
  private static final UUID OWNER = new UUID(7, 1);

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void tasksAddedBySqlAndJavaRunInTheOrderOfTheCommits(TestDatabase database) throws Exception {
    JdbcFixture fixture = fixture(database);
    try (Baton java = Baton.builder(JdbcStore.of(fixture.dataSource())).client().start()) {
      List<UUID> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        all.add(add(fixture.dataSource(), ""));
        all.add(java.tasks().add(TaskRequest.of(TaskType.of("T").ordered()).key("A")).taskId());
      }
      add(fixture.dataSource(), ",\"runAt\":\"2080-01-01T00:00:00Z\"");
      for (int i = 0; i < all.size(); i++) {
        assertThat(status(fixture, all.get(i))).as("%s", i).isEqualTo(Status.READY);
        if (i + 1 < all.size()) {
          assertThat(status(fixture, all.get(i + 1))).as("%s", i + 1).isEqualTo(Status.BLOCKED);
        }
        done(fixture, all.get(i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void waitingTaskHasTheRowsThatJavaWrites(TestDatabase database) throws Exception {
    List<List<String>> written = new ArrayList<>();
    for (boolean bySql : List.of(true, false)) {
      JdbcFixture fixture = fixture(database);
      DataSource tables = fixture.dataSource();
      add(tables, "");
      if (bySql) {
        add(tables, ",\"runAt\":\"2080-01-01T00:00:00Z\"");
      } else {
        try (Baton java = Baton.builder(JdbcStore.of(tables)).client().start()) {
          TaskRequest<?, ?> later =
              TaskRequest.of(TaskType.of("T"))
                  .key("A")
                  .runAt(Instant.parse("2080-01-01T00:00:00Z"));
          java.tasks().add(RequestFields.ordered(later));
        }
      }
      written.add(
          rows(
              tables,
              "SELECT remaining, standing, awaits_turn, run_at, hint_micros, keep_micros FROM"
                  + " baton_waiter",
              "SELECT ended, must_done, is_turn FROM baton_wait",
              "SELECT name FROM baton_order",
              "SELECT status, run_at, next_event_at, awaited, context, traits FROM baton_task"
                  + " ORDER BY created_at, awaited DESC"));
    }
    // Only the time of the first differs, and with it when its hint expires.
    written.forEach(rows -> rows.removeIf(row -> row.startsWith("2, ")));
    assertThat(written.get(0)).isEqualTo(written.get(1)).hasSize(4);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void taskThatEndedBeforeItsTurnKeepsItsPlace(TestDatabase database) throws Exception {
    JdbcFixture fixture = fixture(database);
    UUID one = add(fixture.dataSource(), "");
    UUID two = add(fixture.dataSource(), "");
    fixture
        .given()
        .applied(OperatorRules.cancel(fixture.given().find(two), "no", StoreScenario.KEEP));
    UUID three = add(fixture.dataSource(), "");
    assertThat(status(fixture, three)).isEqualTo(Status.BLOCKED);
    done(fixture, one);
    assertThat(status(fixture, three)).isEqualTo(Status.READY);
    done(fixture, three);
    assertThat(status(fixture, add(fixture.dataSource(), ""))).isEqualTo(Status.READY);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void idOfATaskThatEndedBeforeItsTurnIsRefused(TestDatabase database) throws Exception {
    JdbcFixture fixture = fixture(database);
    UUID one = add(fixture.dataSource(), "");
    UUID two = UUID.randomUUID();
    String named = ",\"id\":\"" + two + "\",\"uniqueKey\":\"u\"";
    add(fixture.dataSource(), named);
    fixture
        .given()
        .applied(OperatorRules.cancel(fixture.given().find(two), "no", Duration.ofMillis(1)));
    fixture.passTime(Duration.ofSeconds(1));
    assertThatThrownBy(() -> add(fixture.dataSource(), named))
        .hasMessageContaining("can't be used again yet");
    try (Baton java = Baton.builder(JdbcStore.of(fixture.dataSource())).client().start()) {
      TaskRequest<?, ?> again = TaskRequest.of(TaskType.of("T").ordered()).key("A").id(two);
      assertThatThrownBy(() -> java.tasks().add(again))
          .hasMessageContaining("can't be used again yet");
    }
    done(fixture, one);
    assertThat(add(fixture.dataSource(), named)).isEqualTo(two);
    assertThat(status(fixture, two)).isEqualTo(Status.READY);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void aWriterWaitsForAnotherThatHasNotCommitted(TestDatabase database) throws Exception {
    JdbcFixture fixture = fixture(database);
    CompletableFuture<UUID> second;
    UUID first;
    try (Connection open = fixture.dataSource().getConnection()) {
      open.setAutoCommit(false);
      first = add(open, "");
      second = StoreScenario.elsewhere(() -> add(fixture.dataSource(), ""));
      StoreScenario.stillWaits(second);
      open.commit();
    }
    UUID behind = second.get(10, TimeUnit.SECONDS);
    assertThat(status(fixture, first)).isEqualTo(Status.READY);
    assertThat(status(fixture, behind)).isEqualTo(Status.BLOCKED);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void aWriterWaitsForTheEndOfTheTaskBeforeThatHasNotCommitted(TestDatabase database)
      throws Exception {
    JdbcFixture fixture = fixture(database);
    Task before = fixture.given().claim(fixture.given().find(add(fixture.dataSource(), "")), OWNER);
    CompletableFuture<UUID> behind =
        fixture
            .transactions()
            .call(
                transaction -> {
                  fixture
                      .store()
                      .apply(transaction, HolderRules.done(before, null, StoreScenario.KEEP));
                  CompletableFuture<UUID> waits =
                      StoreScenario.elsewhere(() -> add(fixture.dataSource(), ""));
                  StoreScenario.stillWaits(waits);
                  return waits;
                });
    assertThat(status(fixture, StoreScenario.answer(behind))).isEqualTo(Status.READY);
  }

  private static JdbcFixture fixture(TestDatabase database) throws SQLException {
    JdbcFixture fixture = new JdbcFixture(database, JdbcTaskStore::of);
    BatonSchema.applyBatonAdd(fixture.dataSource());
    return fixture;
  }

  private static Status status(JdbcFixture fixture, UUID id) {
    return fixture.given().find(id).position().status();
  }

  private static void done(JdbcFixture fixture, UUID id) {
    StoreScenario given = fixture.given();
    given.applied(HolderRules.done(given.claim(given.find(id), OWNER), null, StoreScenario.KEEP));
  }

  private static UUID add(DataSource tables, String more) throws SQLException {
    try (Connection connection = tables.getConnection()) {
      return add(connection, more);
    }
  }

  private static UUID add(Connection connection, String more) throws SQLException {
    boolean postgres = connection.getMetaData().getURL().startsWith("jdbc:postgresql");
    try (PreparedStatement statement =
        connection.prepareStatement(
            postgres
                ? "SELECT task_id FROM baton_add('T', NULL, ?::jsonb)"
                : "CALL baton_add('T', NULL, ?)")) {
      statement.setString(1, "{\"key\":\"A\",\"ordered\":true" + more + "}");
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return UUID.fromString(rows.getString(1));
      }
    }
  }

  private static List<String> rows(DataSource tables, String... queries) throws SQLException {
    List<String> all = new ArrayList<>();
    for (String query : queries) {
      try (Connection connection = tables.getConnection();
          PreparedStatement statement = connection.prepareStatement(query);
          ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.add(String.valueOf(rows.getObject(i)));
          }
          all.add(String.join(", ", row));
        }
      }
    }
    return all;
  }
}
