package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcNoteStore;
import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.SignalNote;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests a task that changes between a caller's snapshot and the caller's signal. */
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
  void signalOnPostgresSeesTheChangeOrIsRefused() throws Exception {
    assertThat(seenAfterASnapshot(TestDatabase.POSTGRES, Connection.TRANSACTION_READ_COMMITTED))
        .isEqualTo(3);
    assertThatThrownBy(
            () -> seenAfterASnapshot(TestDatabase.POSTGRES, Connection.TRANSACTION_REPEATABLE_READ))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("Locking task");
  }

  /**
   * Returns the version that a signal sees, of a task that was put aside after the caller's
   * snapshot.
   */
  private static long seenAfterASnapshot(TestDatabase database, int isolation) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    JdbcSignalStore signals =
        new JdbcSignalStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
    StoreScenario given = fixture.given();
    Task held = given.claimed(TaskDraft.ready("T"), UUID.randomUUID());
    return JdbcTransactions.of(fixture.dataSource(), isolation)
        .call(
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

  @Test
  void onMariaDbASignalByNameSeesTheWaitThatWasNotedAfterItsSnapshot() throws Exception {
    for (int isolation :
        new int[] {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ}) {
      assertThat(waitSeenAfterASnapshot(TestDatabase.MARIADB, isolation)).hasSize(1);
    }
  }

  @Test
  void onPostgresASignalByNameSeesItOrIsRefused() throws Exception {
    int committed = Connection.TRANSACTION_READ_COMMITTED;
    int repeatable = Connection.TRANSACTION_REPEATABLE_READ;
    assertThat(waitSeenAfterASnapshot(TestDatabase.POSTGRES, committed)).hasSize(1);
    assertThatThrownBy(() -> waitSeenAfterASnapshot(TestDatabase.POSTGRES, repeatable))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("Locking task");
  }

  /** Returns what a signal sees of a task that was parked for it after the caller's snapshot. */
  private static List<SignalNote> waitSeenAfterASnapshot(TestDatabase database, int isolation)
      throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    JdbcNoteStore notes =
        new JdbcNoteStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
    Task held = fixture.given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    SignalNote wait = SignalNote.waits("approval", 1, Instant.parse("2030-01-01T00:00:00Z"));
    return JdbcTransactions.of(fixture.dataSource(), isolation)
        .call(
            transaction -> {
              try (Statement look = transaction.connection().createStatement()) {
                look.executeQuery("SELECT count(*) FROM baton_note").close();
              }
              StoreScenario.promptly(() -> parked(fixture, notes, held, wait));
              new JdbcSignalStore(
                      Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()))
                  .lock(transaction, held.id());
              return notes.signalNotes(transaction, held.id());
            });
  }

  @Test
  void concurrentSignalsToTwoTasksOnMariaDbDoNotConflict() throws Exception {
    JdbcFixture fixture = new JdbcFixture(TestDatabase.MARIADB);
    Task one = fixture.given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    Task two = fixture.given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    CyclicBarrier both = new CyclicBarrier(2);
    CompletableFuture<Boolean> other =
        StoreScenario.elsewhere(() -> sentTogether(fixture, two, both));
    assertThat(sentTogether(fixture, one, both)).isTrue();
    assertThat(StoreScenario.answer(other)).isTrue();
  }

  /** Sends after the other sender has also looked for signals. */
  private static boolean sentTogether(JdbcFixture fixture, Task task, CyclicBarrier both)
      throws Exception {
    JdbcNoteStore notes =
        new JdbcNoteStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
    return JdbcTransactions.of(fixture.dataSource(), Connection.TRANSACTION_READ_COMMITTED)
        .call(
            transaction -> {
              new JdbcSignalStore(
                      Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()))
                  .lock(transaction, task.id());
              notes.signalNotes(transaction, task.id());
              both.await(10, TimeUnit.SECONDS);
              notes.keepSignalNote(
                  transaction, task.id(), new SignalNote(false, "approval", 1, Bytes.of("")));
              return true;
            });
  }

  private static boolean parked(
      JdbcFixture fixture, JdbcNoteStore notes, Task held, SignalNote wait) throws Exception {
    return fixture
        .transactions()
        .call(
            transaction -> {
              boolean parked =
                  fixture
                      .store()
                      .apply(transaction, HolderRules.park(held, When.in(LATER), "", null));
              notes.keepSignalNote(transaction, held.id(), wait);
              return parked;
            });
  }
}
