package dev.baton.tck.contract.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.api.AddResult;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.PastAttempt;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OperationsStore.NotedTransition;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.RunNotes;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalNoteStore.StepNote;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalNote;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The additional contract of a note store that writes in transactions. */
public interface TransactionalNoteStoreContract extends NoteStoreContract, StoreFixture {

  /** The notes from the second step on, which has read a signal. */
  NoteCut.FromStep CUT =
      new NoteCut.FromStep(
          "001",
          List.of(new SignalNote(false, "go", 2, VALUE), SignalNote.waits("go", 2, Instant.EPOCH)));

  TaskTraits CLEARS = TaskTraits.NONE.clearingPayload();

  @Override
  TransactionalNoteStore notes();

  /** Returns the operations store on the rows of {@link #store()}. */
  OperationsStore operations();

  @Test
  default void keepingAStepWaitsForTheTransactionThatEndsItsTask() throws Exception {
    Task task = held();
    CompletableFuture<Boolean> kept =
        transactions()
            .call(
                transaction -> {
                  store().apply(transaction, HolderRules.done(task, null, StoreScenario.KEEP));
                  CompletableFuture<Boolean> waiting =
                      StoreScenario.elsewhere(() -> keep(task, "a", VALUE));
                  StoreScenario.stillWaits(waiting);
                  return waiting;
                });
    assertThat(StoreScenario.answer(kept)).isFalse();
    assertThat(notes().steps(task.id())).isEmpty();
  }

  @Test
  default void stepsAreForgottenExactlyIfTheTransactionCommits() throws Exception {
    Task task = held();
    keep(task, "a", VALUE);
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          notes().settle(transaction, RunNotes.forgettingSteps(task));
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(notes().steps(task.id())).hasSize(1);
    transactions()
        .call(
            transaction -> {
              notes().settle(transaction, RunNotes.forgettingSteps(task));
              return true;
            });
    assertThat(notes().steps(task.id())).isEmpty();
  }

  @Test
  default void notesOfAFinishedTaskStayAsLongAsItsRow() throws Exception {
    Task task = withSteps();
    given().applied(HolderRules.done(task, null, StoreScenario.KEEP));
    passTime(HOUR);
    assertThat(notes().pruneNotes(HOUR, 10)).isZero();
    assertThat(notes().stepNotes(task.id()))
        .extracting(StepNote::name)
        .containsExactly("000 a", "001 b", "001/000", "002 c");
    assertThat(notes().stepNotes(task.id()))
        .allMatch(note -> note.value().equals(VALUE))
        .allMatch(note -> !note.at().isBefore(given().finished(task.id()).createdAt()));
    passTime(StoreScenario.KEEP);
    store().prune(100);
    assertThat(notes().pruneNotes(HOUR, 10)).isEqualTo(1);
    assertThat(notes().stepNotes(task.id())).isEmpty();
  }

  @Test
  default void notesOfAKeptTaskArePrunedIfItsPayloadIsCleared() throws Exception {
    TaskDraft secret = TaskDraft.ready("T").withPayload(VALUE);
    Task cleared = given().claimed(secret.withTraits(CLEARS), UUID.randomUUID());
    Task other = given().claimed(TaskDraft.ready("T").withPayload(VALUE), UUID.randomUUID());
    for (Task task : List.of(cleared, other)) {
      keep(task, "000 a", VALUE);
      note(task, new SignalNote(false, "go", 1, VALUE));
    }
    passTime(HOUR);
    assertThat(notes().pruneNotes(HOUR, 10)).isZero();
    for (Task task : List.of(cleared, other)) {
      given().applied(OperatorRules.cancel(task, "no", StoreScenario.KEEP));
    }
    assertThat(notes().pruneNotes(HOUR, 10)).isEqualTo(1);
    assertThat(notes().steps(cleared.id())).isEmpty();
    assertThat(notes().signalNotes(null, cleared.id())).isEmpty();
    assertThat(notes().steps(other.id())).hasSize(1);
    assertThat(given().finished(cleared.id()).status()).isEqualTo(Status.CANCELLED);
  }

  @Test
  default void headsOfStepsHaveTheIdsOfChildrenButNoLargeValues() throws Exception {
    Task task = held();
    String ids = "a".repeat(37_000);
    keep(task, "000 small", Bytes.of("=1"));
    keep(task, "001 empty", Bytes.of(""));
    keep(task, "002 large", Bytes.of("=" + "x".repeat(200_000)));
    keep(task, "003 calls", Bytes.of("*" + ids));
    keep(task, "004 called", Bytes.of("+1000\n" + ids));
    keep(task, "004/000", Bytes.of("x".repeat(200_000)));
    assertThat(notes().stepHeads(task.id()))
        .isEqualTo(notes().stepNotes(task.id()).stream().map(StepNote::head).toList())
        .extracting(note -> note.value().length())
        .containsExactly(2, 0, StepNote.HEAD_BYTES, 37_001, 37_006, StepNote.HEAD_BYTES);
  }

  @Test
  default void headsOfSignalsHaveNoValuesAndThoseOfWaitsAreWhole() throws Exception {
    Task task = held();
    note(
        task,
        new SignalNote(false, "go", 1, Bytes.of("x".repeat(200_000))),
        new SignalNote(false, "go", 2, Bytes.of("")),
        SignalNote.waits("go", 1, Instant.EPOCH).over(),
        SignalNote.waits("go", 2, Instant.EPOCH.plusSeconds(5)));
    assertThat(notes().signalHeads(task.id()))
        .hasSize(4)
        .containsExactlyInAnyOrderElementsOf(
            notes().signalNotes(null, task.id()).stream().map(SignalNote::head).toList())
        .filteredOn(note -> !note.isWait())
        .allMatch(note -> note.content().length() == 0);
  }

  @Test
  default void notesOfAllTasksThatAreGoneArePrunedInTheEnd() throws Exception {
    Set<UUID> gone = new HashSet<>();
    for (int i = 0; i < 9; i++) {
      Task task = held();
      keep(task, "a", VALUE);
      if (i % 3 != 0) {
        given().applied(HolderRules.done(task, null, Duration.ZERO));
        gone.add(task.id());
      }
    }
    passTime(HOUR);
    int pruned = 0;
    for (int i = 0; i < 9; i++) {
      int now = notes().pruneNotes(HOUR, 2);
      assertThat(now).isLessThanOrEqualTo(2);
      pruned += now;
    }
    assertThat(pruned).isEqualTo(6);
    assertThat(gone).allMatch(task -> notes().steps(task).isEmpty());
  }

  @Test
  default void aFinishedTaskThatRunsAgainLosesTheNotesOfACutOnly() throws Exception {
    Task task = withSteps();
    given().applied(HolderRules.done(task, null, StoreScenario.KEEP));
    FinishedTask finished = given().finished(task.id());
    NextPosition now = OperatorRules.runAgain(finished, null, StoreScenario.HINT_EXPIRY);
    long version = finished.version();
    AuditNote note =
        new AuditNote(UUID.randomUUID(), task.id(), version, "ann", "RUN_AGAIN", null, "step 2");
    assertThat(operations().runAgain(task.id(), version - 1, now, CUT, note))
        .contains(RunAgainRefusal.NOT_THERE);
    assertThat(notes().steps(task.id())).hasSize(4);
    assertThat(notes().signalNotes(null, task.id())).hasSize(4);
    assertThat(operations().audit(AuditFilter.all(), null, 10)).isEmpty();
    assertThat(operations().runAgain(task.id(), version, now, CUT, note)).isEmpty();
    assertThat(given().find(task.id()).position().version()).isEqualTo(version + 1);
    assertCut(task);
    assertThat(operations().audit(AuditFilter.all(), null, 10)).hasSize(1);
  }

  @Test
  default void aTransitionWithACutLosesItsNotesExactlyIfItIsApplied() throws Exception {
    Task task = withSteps();
    given().applied(HolderRules.error(task, "no"));
    Task stopped = given().find(task.id());
    NotedTransition retry =
        new NotedTransition(
            OperatorRules.retry(stopped, null, StoreScenario.HINT_EXPIRY),
            new AuditNote(UUID.randomUUID(), task.id(), 1L, "ann", "RUN_AGAIN", null, "step 2"),
            CUT);
    NotedTransition stale =
        new NotedTransition(
            OperatorRules.retry(
                stopped.at(
                    new Position(
                        stopped.position().status(),
                        stopped.position().version() + 1,
                        null,
                        null,
                        null,
                        stopped.position().counts(),
                        "",
                        null)),
                null,
                StoreScenario.HINT_EXPIRY),
            retry.note(),
            CUT);
    assertThat(operations().apply(List.of(stale))).containsExactly(false);
    assertThat(notes().steps(task.id())).hasSize(4);
    assertThat(operations().apply(List.of(retry))).containsExactly(true);
    assertCut(task);
  }

  private Task withSteps() throws Exception {
    Task task = held();
    for (String step : List.of("000 a", "001 b", "001/000", "002 c")) {
      keep(task, step, VALUE);
    }
    note(task, new SignalNote(false, "go", 1, VALUE), SignalNote.waits("go", 1, Instant.EPOCH));
    note(task, CUT.signals().toArray(new SignalNote[0]));
    return task;
  }

  private void assertCut(Task task) {
    assertThat(notes().steps(task.id())).containsOnlyKeys("000 a");
    assertThat(notes().signalNotes(null, task.id()))
        .extracting(SignalNote::isWait, SignalNote::number)
        .containsExactlyInAnyOrder(tuple(false, 1), tuple(true, 1));
  }

  @Test
  default void theLastResultIsKeptExactlyIfItsTransactionCommits() throws Exception {
    Task task = held();
    assertThat(notes().lastResult(task.id())).isEmpty();
    run(task, Bytes.of("first"));
    run(task, VALUE);
    run(task, null);
    assertThat(notes().lastResult(task.id())).contains(VALUE);
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          notes().settle(transaction, RunNotes.ofRun(task, Bytes.of("undone"), 2));
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(notes().lastResult(task.id())).contains(VALUE);
    assertThat(notes().steps(task.id())).isEmpty();
    assertThat(notes().progress(task.id())).isEmpty();
    given().applied(HolderRules.done(task, null, Duration.ZERO));
    passTime(HOUR);
    assertThat(notes().pruneNotes(HOUR, 100)).isEqualTo(1);
    assertThat(notes().lastResult(task.id())).isEmpty();
  }

  @Test
  default void theLatestRunsAreInTheHistoryAndNoMoreThanWereSaid() throws Exception {
    Task task = held();
    for (int i = 0; i < 5; i++) {
      passTime(Duration.ofSeconds(1));
      transactions()
          .call(
              transaction -> {
                notes().settle(transaction, RunNotes.ofRun(task, null, 3));
                return true;
              });
    }
    given().applied(HolderRules.retry(task, HOUR, "no"));
    assertThat(operations().attempts(task.id(), 10))
        .extracting(PastAttempt::outcome)
        .containsExactly(
            LastOutcome.FAILURE, LastOutcome.SUCCESS, LastOutcome.SUCCESS, LastOutcome.SUCCESS);
    assertThat(operations().latestErrors(Set.of(task.id()))).containsEntry(task.id(), "no");
    assertThat(notes().lastResult(task.id())).isEmpty();
  }

  @Test
  default void tasksKeepTheirRunsWithoutWaitingForEachOther() throws Exception {
    Task one = held();
    Task other = held();
    for (int i = 0; i < 3; i++) {
      passTime(Duration.ofSeconds(1));
      for (Task each : List.of(one, other)) {
        keepOne(each);
      }
    }
    passTime(Duration.ofSeconds(1));
    transactions()
        .call(
            transaction -> {
              notes().settle(transaction, RunNotes.ofRun(one, null, 1));
              CompletableFuture.runAsync(() -> keepOne(other)).get(20, TimeUnit.SECONDS);
              return true;
            });
    for (Task each : List.of(one, other)) {
      assertThat(operations().attempts(each.id(), 10)).hasSize(1);
    }
  }

  private void keepOne(Task task) {
    try {
      transactions()
          .call(
              transaction -> {
                notes().settle(transaction, RunNotes.ofRun(task, null, 1));
                return true;
              });
    } catch (Exception broken) {
      throw new IllegalStateException(broken);
    }
  }

  private void run(Task task, @Nullable Bytes result) throws Exception {
    transactions()
        .call(
            transaction -> {
              notes().settle(transaction, RunNotes.ofRun(task, result, 0));
              return true;
            });
  }

  @Test
  default void aTaskThatRunsAgainHasNoNotes() throws Exception {
    Task task = held();
    keep(task, "a", VALUE);
    progress(task.id(), 0.5, "half");
    given().applied(HolderRules.done(task, null, StoreScenario.KEEP));
    FinishedTask finished = given().finished(task.id());
    assertThat(
            store()
                .runAgain(
                    task.id(),
                    finished.version(),
                    OperatorRules.runAgain(finished, null, StoreScenario.HINT_EXPIRY)))
        .isEmpty();
    assertThat(notes().steps(task.id())).isEmpty();
    assertThat(notes().progress(task.id())).isEmpty();
  }

  @Test
  default void signalsAndWaitsAreKeptByNameAndNumberUntilTheyAreRead() throws Exception {
    Task task = held();
    Task other = held();
    SignalNote first = new SignalNote(false, "a b", 1, VALUE);
    SignalNote tenth = new SignalNote(false, "a b", 10, Bytes.of(""));
    SignalNote wait = SignalNote.waits("a b", 1, Instant.parse("2026-05-01T08:00:00.000001Z"));
    keep(task, "a b 1", VALUE);
    note(task, first, tenth, wait, new SignalNote(false, "n".repeat(100), 1, VALUE));
    note(other, first);
    note(task, wait.over());
    assertThat(notes().signalNotes(null, task.id()))
        .containsExactlyInAnyOrder(
            first, tenth, wait.over(), new SignalNote(false, "n".repeat(100), 1, VALUE));
    transactions()
        .call(
            transaction -> {
              notes().forgetSignals(transaction, task.id(), List.of(first));
              notes().settle(transaction, RunNotes.forgettingSteps(task));
              return true;
            });
    assertThat(notes().signalNotes(null, task.id()))
        .containsExactlyInAnyOrder(tenth, new SignalNote(false, "n".repeat(100), 1, VALUE));
    assertThat(notes().steps(task.id())).isEmpty();
    assertThat(notes().signalNotes(null, other.id())).containsExactly(first);
  }

  @Test
  default void aTransactionSeesTheSignalsItNotesAndOthersDoOnceItCommits() throws Exception {
    Task task = held();
    SignalNote first = new SignalNote(false, "a", 1, VALUE);
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          notes().keepSignalNote(transaction, task.id(), first);
                          assertThat(notes().signalNotes(transaction, task.id()))
                              .containsExactly(first);
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(notes().signalNotes(null, task.id())).isEmpty();
    note(task, first);
    given().applied(HolderRules.done(task, null, Duration.ZERO));
    passTime(HOUR);
    assertThat(notes().pruneNotes(HOUR, 10)).isEqualTo(1);
    assertThat(notes().signalNotes(null, task.id())).isEmpty();
  }

  @Test
  default void aTaskWithTheIdOfOneThatIsKeptNoMoreHasSignalsOfItsOwn() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    SignalNote signal = new SignalNote(false, "a", 1, VALUE);
    SignalNote wait = SignalNote.waits("a", 1, Instant.parse("2026-05-01T08:00:00Z"));
    given().add(draft);
    Task first = given().claim(given().find(draft.id()), UUID.randomUUID());
    keep(first, "a", VALUE);
    keep(first, "b", VALUE);
    note(first, signal, wait);
    run(first, VALUE);
    progress(first.id(), 0.5, "half");
    given().applied(HolderRules.failed(first, "no", Duration.ofMinutes(1)));
    passTime(Duration.ofMinutes(1).plusMillis(50));
    assertThat(given().add(draft)).isEqualTo(new AddResult.Added(draft.id()));
    assertHasNoNotes(draft.id());

    Task second = given().claim(given().find(draft.id()), UUID.randomUUID());
    SignalNote other = new SignalNote(false, "a", 1, Bytes.of("other"));
    keep(second, "a", Bytes.of("other"));
    note(second, other);
    assertThat(notes().steps(draft.id())).containsOnly(Map.entry("a", Bytes.of("other")));
    assertThat(notes().signalNotes(null, draft.id())).containsExactly(other);
    given().applied(HolderRules.done(second, null, StoreScenario.KEEP));
    assertThat(notes().lastResult(draft.id())).isEmpty();
    assertThat(notes().progress(draft.id())).isEmpty();
  }

  private void assertHasNoNotes(UUID task) throws Exception {
    assertThat(notes().steps(task)).isEmpty();
    assertThat(notes().signalNotes(null, task)).isEmpty();
    List<SignalNote> within =
        transactions().call(transaction -> notes().signalNotes(transaction, task));
    assertThat(within).isEmpty();
    assertThat(notes().lastResult(task)).isEmpty();
    assertThat(notes().progress(task)).isEmpty();
  }

  private void note(Task task, SignalNote... some) throws Exception {
    transactions()
        .call(
            transaction -> {
              for (SignalNote note : some) {
                notes().keepSignalNote(transaction, task.id(), note);
              }
              return true;
            });
  }
}
