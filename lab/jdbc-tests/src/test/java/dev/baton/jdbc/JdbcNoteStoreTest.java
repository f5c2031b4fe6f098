package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcNoteStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.SignalNote;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import dev.baton.tck.contract.attempt.TransactionalNoteStoreContract;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@OnEachDatabase
class JdbcNoteStoreTest implements TransactionalNoteStoreContract, OnJdbc {
  private final JdbcFixture fixture;
  private final TransactionalNoteStore notes;

  JdbcNoteStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    notes =
        new JdbcNoteStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
  }

  /** The task was read as gone, and has come back before the notes were deleted. */
  @Test
  void pruningLeavesTheNotesOfATaskThatLivesOrIsKeptHoweverOldTheyAre() throws Exception {
    Task task = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    notes.keepStep(StoreScenario.fence(task), "a", Bytes.of("x"));
    deleteStale(task);
    assertThat(notes.steps(task.id())).containsOnlyKeys("a");
    given().applied(HolderRules.done(task, null, StoreScenario.KEEP));
    deleteStale(task);
    assertThat(notes.steps(task.id())).containsOnlyKeys("a");
  }

  private void deleteStale(Task task) {
    Database database = Database.of(fixture.dataSource());
    database.statement(
        "Pruning notes",
        connection ->
            database
                .statements()
                .update(
                    connection,
                    "delete-stale-notes",
                    b -> b.uuid(task.id()).before(Duration.ZERO)));
  }

  @Test
  void aStepAndASignalAreReadAlsoAfterTheDatabasesClockWasSetBack() throws Exception {
    Task task = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    SignalNote signal = new SignalNote(false, "a", 1, Bytes.of("yes"));
    fixture.age(Duration.ofMinutes(-1));
    notes.keepStep(StoreScenario.fence(task), "a", Bytes.of("done"));
    transactions()
        .call(
            transaction -> {
              notes.keepSignalNote(transaction, task.id(), signal);
              return true;
            });
    assertThat(notes.steps(task.id())).containsOnlyKeys("a");
    assertThat(notes.signalNotes(null, task.id())).containsExactly(signal);
  }

  @Override
  public TransactionalNoteStore notes() {
    return notes;
  }

  @Override
  public OperationsStore operations() {
    return new JdbcOperationsStore(
        Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
