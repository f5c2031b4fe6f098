package dev.baton.testkit.contract.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.Progress;
import dev.baton.api.operate.PastAttempt;
import dev.baton.spi.NoteStore;
import dev.baton.spi.OperationsStore;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.LastOutcome;
import dev.baton.task.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.Hold;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalNote;
import dev.baton.testkit.contract.StoreFixture;
import dev.baton.testkit.contract.StoreScenario;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every store of notes must do. */
public abstract class NoteStoreContract implements StoreFixture {
  private static final Bytes VALUE = Bytes.of(new byte[] {0, 1, -1, 'x'});
  private static final Duration HOUR = Duration.ofHours(1);

  /** Beside the rows of {@link #store()}. */
  protected abstract NoteStore notes();

  /** On the rows of {@link #store()}. */
  protected abstract OperationsStore operations();

  @Test
  void stepsAreKeptByTaskAndName() throws Exception {
    Task one = held();
    Task other = held();
    assertThat(keep(one, "a", VALUE)).isTrue();
    assertThat(keep(one, "ä A", Bytes.of(""))).isTrue();
    assertThat(keep(one, "A", VALUE)).isTrue();
    assertThat(notes().steps(one.id()))
        .containsOnly(Map.entry("a", VALUE), Map.entry("A", VALUE), Map.entry("ä A", Bytes.of("")));
    assertThat(notes().steps(other.id())).isEmpty();
  }

  @Test
  void aLargeValueAndALongNameAreKept() throws Exception {
    Task task = held();
    Bytes large = Bytes.of(new byte[256 * 1024]);
    assertThat(keep(task, "n".repeat(120), large)).isTrue();
    assertThat(notes().steps(task.id())).containsOnly(Map.entry("n".repeat(120), large));
  }

  @Test
  void aStepOfATaskThatIsNotHeldSoIsNotKept() throws Exception {
    Task task = held();
    Hold hold = StoreScenario.hold(task);
    assertThat(notes().keepStep(new Hold(task.id(), 1, hold.owner()), "a", VALUE)).isFalse();
    assertThat(notes().keepStep(new Hold(task.id(), 2, UUID.randomUUID()), "a", VALUE)).isFalse();
    given().applied(HolderRules.release(task, StoreScenario.HINT_EXPIRY));
    assertThat(keep(task, "a", VALUE)).isFalse();
    assertThat(notes().steps(task.id())).isEmpty();
  }

  @Test
  void stepsOutliveTheirHolder() throws Exception {
    Task task = held();
    keep(task, "a", VALUE);
    given().applied(HolderRules.retry(task, HOUR, "no"));
    assertThat(notes().steps(task.id())).containsOnlyKeys("a");
  }

  @Test
  void keepingAStepWaitsForTheTransactionThatEndsItsTask() throws Exception {
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
  void stepsAreForgottenExactlyIfTheTransactionCommits() throws Exception {
    Task task = held();
    keep(task, "a", VALUE);
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          notes().forgetSteps(transaction, task.id());
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(notes().steps(task.id())).hasSize(1);
    transactions()
        .call(
            transaction -> {
              notes().forgetSteps(transaction, task.id());
              return true;
            });
    assertThat(notes().steps(task.id())).isEmpty();
  }

  @Test
  void theLastResultIsKeptExactlyIfItsTransactionCommits() throws Exception {
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
                          notes().keepRun(transaction, task, Bytes.of("undone"), 2);
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(notes().lastResult(task.id())).contains(VALUE);
    assertThat(notes().steps(task.id())).isEmpty();
    assertThat(notes().progress(task.id())).isEmpty();
    given().applied(HolderRules.done(task, null, StoreScenario.KEEP));
    passTime(HOUR);
    assertThat(notes().pruneNotes(HOUR, 100)).isEqualTo(1);
    assertThat(notes().lastResult(task.id())).isEmpty();
  }

  @Test
  void theLatestRunsAreInTheHistoryAndNoMoreThanWereSaid() throws Exception {
    Task task = held();
    for (int i = 0; i < 5; i++) {
      passTime(Duration.ofSeconds(1));
      transactions()
          .call(
              transaction -> {
                notes().keepRun(transaction, task, null, 3);
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
  void tasksKeepTheirRunsWithoutWaitingForEachOther() throws Exception {
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
              notes().keepRun(transaction, one, null, 1);
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
                notes().keepRun(transaction, task, null, 1);
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
              notes().keepRun(transaction, task, result, 0);
              return true;
            });
  }

  @Test
  void aTaskThatRunsAgainHasNoNotes() throws Exception {
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
  void aTaskWithTheIdOfOneThatIsKeptNoMoreHasNotesOfItsOwn() throws Exception {
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

  @Test
  void theLatestProgressOfEachTaskIsKept() throws Exception {
    Task one = held();
    Task other = held();
    assertThat(notes().progress(one.id())).isEmpty();
    progress(one.id(), 0, "");
    progress(one.id(), 1.0 / 3, "3,000 of 9,000 rows, größer");
    progress(other.id(), 1, "all");
    Progress found = notes().progress(one.id()).orElseThrow();
    assertThat(found.fraction()).isEqualTo(1.0 / 3);
    assertThat(found.text()).isEqualTo("3,000 of 9,000 rows, größer");
    assertThat(found.at()).isAfterOrEqualTo(one.createdAt());
    assertThat(notes().progress(other.id()).orElseThrow().text()).isEqualTo("all");
    assertThat(notes().steps(one.id())).isEmpty();
  }

  @Test
  void oldNotesOfTasksThatLiveNoMoreArePruned() throws Exception {
    Task gone = held();
    Task live = held();
    keep(gone, "a", VALUE);
    keep(live, "a", VALUE);
    progress(gone.id(), 0.5, "half");
    given().applied(HolderRules.done(gone, null, StoreScenario.KEEP));
    assertThat(notes().pruneNotes(HOUR, 10)).isZero();
    passTime(HOUR.plusMinutes(1));
    assertThat(notes().pruneNotes(HOUR, 10)).isEqualTo(1);
    assertThat(notes().steps(gone.id())).isEmpty();
    assertThat(notes().progress(gone.id())).isEmpty();
    assertThat(notes().steps(live.id())).hasSize(1);
    assertThat(notes().pruneNotes(HOUR, 10)).isZero();
  }

  @Test
  void signalsAndWaitsAreKeptByNameAndNumberUntilTheyAreRead() throws Exception {
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
              notes().forgetSteps(transaction, task.id());
              return true;
            });
    assertThat(notes().signalNotes(null, task.id()))
        .containsExactlyInAnyOrder(tenth, new SignalNote(false, "n".repeat(100), 1, VALUE));
    assertThat(notes().steps(task.id())).isEmpty();
    assertThat(notes().signalNotes(null, other.id())).containsExactly(first);
  }

  @Test
  void aTransactionSeesTheSignalsItNotesAndOthersDoOnceItCommits() throws Exception {
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
    given().applied(HolderRules.done(task, null, StoreScenario.KEEP));
    passTime(HOUR);
    assertThat(notes().pruneNotes(HOUR, 10)).isEqualTo(1);
    assertThat(notes().signalNotes(null, task.id())).isEmpty();
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

  private Task held() throws Exception {
    return given()
        .claimed(TaskDraft.of("T", AddRules.now(StoreScenario.HINT_EXPIRY, "")), UUID.randomUUID());
  }

  private boolean keep(Task held, String name, Bytes value) {
    return notes().keepStep(StoreScenario.hold(held), name, value);
  }

  private void progress(UUID task, double fraction, String text) {
    notes().noteProgress(Map.of(task, new Progress(fraction, text, Instant.EPOCH)));
  }
}
