package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.testkit.contract.StoreScenario;
import dev.baton.testkit.contract.TaskDraft;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A task that changes between a caller's snapshot and his signal. */
class SignalIsolationTest {
  private static final Duration LATER = Duration.ofHours(1);

  @Test
  void onMariaDbASignalSeesWhatWasCommittedAfterItsSnapshot() throws Exception {
    for (int isolation :
        new int[] {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ}) {
      assertThat(seenAfterASnapshot(TestDatabase.MARIADB, isolation)).isEqualTo(3);
    }
  }

  @Test
  void onPostgresASignalSeesItOrIsRefusedAsEveryWriteWouldBe() throws Exception {
    assertThat(seenAfterASnapshot(TestDatabase.POSTGRES, Connection.TRANSACTION_READ_COMMITTED))
        .isEqualTo(3);
    assertThatThrownBy(
            () -> seenAfterASnapshot(TestDatabase.POSTGRES, Connection.TRANSACTION_REPEATABLE_READ))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("Locking task");
  }

  /** The version that a signal sees, of a task that was set aside after the caller's snapshot. */
  private static long seenAfterASnapshot(TestDatabase database, int isolation) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    JdbcSignalStore signals = JdbcSignalStore.of(fixture.dataSource());
    StoreScenario given = fixture.given();
    Task held = given.claimed(TaskDraft.ready("T"), UUID.randomUUID());
    return JdbcTransactions.of(fixture.dataSource(), isolation)
        .compute(
            transaction -> {
              try (Statement look = transaction.connection().createStatement()) {
                look.executeQuery("SELECT count(*) FROM baton_task").close();
              }
              StoreScenario.promptly(
                  () -> {
                    given.applied(HolderRules.retry(held, LATER, "not now"));
                    return true;
                  });
              return signals.lock(transaction, held.id()).orElseThrow().position().version();
            });
  }
}
