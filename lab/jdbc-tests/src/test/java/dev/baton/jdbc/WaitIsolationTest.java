package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Waits;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a task that is committed between a caller's snapshot and an add that should wait for the
 * task.
 */
class WaitIsolationTest {
  private static final int REPEATABLE_READ = Connection.TRANSACTION_REPEATABLE_READ;
  private static final int SERIALIZABLE = Connection.TRANSACTION_SERIALIZABLE;
  private static final UUID WAITER = UUID.fromString("019c0000-0000-7000-8000-000000000001");

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void addAtReadCommittedWaitsForTheTask(TestDatabase database) throws Exception {
    assertThat(waiter(database, Connection.TRANSACTION_READ_COMMITTED)).isEqualTo(Status.BLOCKED);
  }

  @Test
  void addAtRepeatableReadWaitsIfLocksSeeTheCommit() throws Exception {
    assertThat(waiter(TestDatabase.MARIADB, REPEATABLE_READ)).isEqualTo(Status.BLOCKED);
    assertThat(waiter(TestDatabase.H2, REPEATABLE_READ)).isEqualTo(Status.BLOCKED);
  }

  @Test
  void addThatCannotSeeTheTaskIsRefused() {
    isRefused(TestDatabase.POSTGRES, REPEATABLE_READ);
    isRefused(TestDatabase.POSTGRES, SERIALIZABLE);
    isRefused(TestDatabase.H2, SERIALIZABLE);
  }

  private static void isRefused(TestDatabase database, int isolation) {
    assertThatThrownBy(() -> waiter(database, isolation))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("run it again, or use read committed");
  }

  /** Returns the status of a task that waits for a task from after the caller's snapshot. */
  private static Status waiter(TestDatabase database, int isolation) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    StoreScenario given = fixture.given();
    JdbcTaskStore store = JdbcTaskStore.of(fixture.dataSource());
    JdbcTransactions.of(fixture.dataSource(), isolation)
        .run(
            transaction -> {
              try (Statement look = transaction.connection().createStatement()) {
                look.executeQuery("SELECT count(*) FROM baton_finished").close();
              }
              Task late = StoreScenario.promptly(() -> given.added(TaskDraft.ready("T")));
              store.insert(transaction, List.of(waitingFor(late.id())));
            });
    return store.find(WAITER).orElseThrow().position().status();
  }

  private static NewTask waitingFor(UUID other) {
    NewTask task = TaskDraft.of("W", AddRules.waiting(null, "")).withId(WAITER).build();
    Waits waits = new Waits(Set.of(other), Set.of(), Duration.ofMinutes(1), Duration.ofHours(1));
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), waits);
  }
}
