package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OperatorRulesTest {
  private static final When LATER = When.in(Duration.ofHours(1));

  @Test
  void manualRetryRunsTaskInErrorAtOnceWithResetCounts() {
    Transition retry = OperatorRules.retry(Some.task(Status.ERROR), null, Some.HINT_EXPIRY);
    assertThat(retry.rule()).isEqualTo(Rule.RETRY_BY_HAND);
    assertThat(retry.guard()).isEqualTo(new Guard(4, Status.ERROR, null, false));
    assertThat(Some.after(retry))
        .isEqualTo(
            new Position(
                Status.READY,
                5,
                null,
                Some.NOW,
                Some.NOW.plusSeconds(60),
                new Position.Counts(0, 0, 5, LastOutcome.FAILURE),
                "S",
                Bytes.of("data")));
  }

  @Test
  void aRetryByHandMayBeForLater() {
    Position p = Some.after(OperatorRules.retry(Some.task(Status.ERROR), LATER, Some.HINT_EXPIRY));
    assertThat(p.status()).isEqualTo(Status.WAITING);
    assertThat(p.nextEventAt()).isEqualTo(Some.NOW.plusSeconds(3_600)).isEqualTo(p.runAt());
  }

  @Test
  void onlyATaskInErrorIsRetriedByHand() {
    for (Status status : List.of(Status.BLOCKED, Status.WAITING, Status.READY, Status.RUNNING)) {
      Task task = Some.task(status);
      assertThatThrownBy(() -> OperatorRules.retry(task, null, Some.HINT_EXPIRY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              status == Status.RUNNING
                  ? "Only a task in ERROR can be retried, and it is RUNNING. Wait until its attempt"
                      + " has ended, or use cancel(...)"
                  : "Only a task in ERROR can be retried, and it is "
                      + status
                      + ". Use runNow(), rescheduleIn(...) or rescheduleAt(...)");
    }
  }

  @Test
  void idleTaskIsRescheduledAndKeepsItsCounts() {
    for (Status status : List.of(Status.BLOCKED, Status.WAITING, Status.READY, Status.ERROR)) {
      Position later =
          Some.after(OperatorRules.reschedule(Some.task(status), LATER, Some.HINT_EXPIRY));
      assertThat(later)
          .isEqualTo(
              new Position(
                  Status.WAITING,
                  5,
                  null,
                  Some.NOW.plusSeconds(3_600),
                  Some.NOW.plusSeconds(3_600),
                  new Position.Counts(3, 1, 5, LastOutcome.FAILURE),
                  "S",
                  Bytes.of("data")));
      Position now =
          Some.after(OperatorRules.reschedule(Some.task(status), null, Some.HINT_EXPIRY));
      assertThat(now.status()).isEqualTo(Status.READY);
      assertThat(now.runAt()).isEqualTo(Some.NOW);
      assertThat(now.nextEventAt()).isEqualTo(Some.NOW.plusSeconds(60));
    }
  }

  @Test
  void heldTaskKeepsItsPlaceAndIsNeverWoken() {
    for (Status status : List.of(Status.WAITING, Status.READY)) {
      assertThat(Some.after(OperatorRules.hold(Some.task(status))))
          .isEqualTo(
              new Position(
                  Status.BLOCKED,
                  5,
                  null,
                  Some.ARRIVED,
                  null,
                  new Position.Counts(3, 1, 5, LastOutcome.FAILURE),
                  "S",
                  Bytes.of("data")));
    }
    assertThat(Some.after(OperatorRules.hold(Some.task(Status.ERROR))).runAt()).isNull();
  }

  @Test
  void aRunningTaskIsNeitherRescheduledNorHeld() {
    Task held = Some.task(Status.RUNNING);
    assertThatThrownBy(() -> OperatorRules.reschedule(held, null, Some.HINT_EXPIRY))
        .hasMessage(
            "A running task can't be rescheduled. Wait until its attempt has ended, or use"
                + " cancel(...)");
    assertThatThrownBy(() -> OperatorRules.hold(held))
        .hasMessage(
            "A running task can't be held. Wait until its attempt has ended, or use cancel(...)");
  }

  @Test
  void aTaskInErrorThatIsFailedKeepsTheReason() {
    Transition failed = OperatorRules.fail(Some.task(Status.ERROR), "known", Some.KEEP);
    assertThat(Some.finish(failed)).isEqualTo(new Change.Finish(Status.FAILED, null, Some.KEEP));
    assertThat(failed.error()).isEqualTo("known");
  }

  @Test
  void everyLiveTaskCanBeCancelledEvenWhileRunning() {
    for (Status status : Status.values()) {
      if (!status.isFinished()) {
        Task task = Some.task(status);
        Transition cancel = OperatorRules.cancel(task, "not wanted", Some.KEEP);
        assertThat(cancel.guard()).isEqualTo(Guard.asSeen(task));
        assertThat(Some.finish(cancel))
            .isEqualTo(new Change.Finish(Status.CANCELLED, null, Some.KEEP));
      }
    }
  }

  @Test
  void aFinishedTaskRunAgainStartsInItsLastStateAtOnceOrLater() {
    FinishedTask finished =
        new FinishedTask(
            Some.ID,
            Some.SPEC,
            Status.FAILED,
            6,
            Some.OWNER,
            9,
            2,
            "LAST",
            null,
            "e",
            Some.ARRIVED,
            Some.NOW,
            Some.NOW);
    NextPosition now = OperatorRules.runAgain(finished, null, Some.HINT_EXPIRY);
    assertThat(now).isEqualTo(AddRules.now(Some.HINT_EXPIRY, "LAST"));
    NextPosition later = OperatorRules.runAgain(finished, LATER, Some.HINT_EXPIRY);
    assertThat(later).isEqualTo(AddRules.later(LATER, "LAST"));
    assertThat(Rule.RUN_AGAIN.allows(finished.status(), now.status())).isTrue();
    assertThat(Rule.RUN_AGAIN.allows(finished.status(), later.status())).isTrue();
  }

  @Test
  void onlyATaskThatIsHeldIsReleased() {
    for (Status status : List.of(Status.WAITING, Status.READY, Status.RUNNING, Status.ERROR)) {
      Task task = Some.task(status);
      assertThatThrownBy(() -> OperatorRules.release(task, Some.NOW, Some.HINT_EXPIRY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(status.name());
    }
  }

  @Test
  void aReleasedTaskRunsAtItsOldTimeOrAtOnceInItsOldPlace() {
    Task waiting = Some.task(Status.WAITING);
    Instant planned = Objects.requireNonNull(waiting.position().runAt());
    Task held = waiting.at(Some.after(OperatorRules.hold(waiting)));
    Position before =
        Some.after(OperatorRules.release(held, planned.minusSeconds(1), Some.HINT_EXPIRY));
    assertThat(before.status()).isEqualTo(Status.WAITING);
    assertThat(before.runAt()).isEqualTo(planned).isEqualTo(before.nextEventAt());
    Position after = Some.after(OperatorRules.release(held, planned, Some.HINT_EXPIRY));
    assertThat(after.status()).isEqualTo(Status.READY);
    assertThat(after.runAt()).isEqualTo(planned);
    assertThat(after.nextEventAt()).isEqualTo(Some.NOW.plusSeconds(60));
    assertThat(after.attempts()).isEqualTo(waiting.position().attempts());
  }

  @Test
  void aTaskThatDoesNotRunMayBeMarkedFailed() {
    for (Status status : List.of(Status.BLOCKED, Status.WAITING, Status.READY, Status.ERROR)) {
      Transition fail = OperatorRules.fail(Some.task(status), "hopeless", Some.KEEP);
      assertThat(fail.change()).isEqualTo(new Change.Finish(Status.FAILED, null, Some.KEEP));
      assertThat(fail.error()).isEqualTo("hopeless");
    }
    Task running = Some.task(Status.RUNNING);
    assertThatThrownBy(() -> OperatorRules.fail(running, "hopeless", Some.KEEP))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A running task can't be marked failed. Wait until its attempt has ended, or use"
                + " cancel(...)");
  }

  @Test
  void editChangesOnlyTheNamedFieldsAndRaisesTheVersion() {
    Task task = Some.task(Status.ERROR);
    TaskTraits traits = TaskTraits.NONE.withPayloadForm("v2");
    TaskEdit edit = OperatorRules.edit(task, Bytes.of("new"), traits);
    Task after = edit.of(task, Some.NOW);
    assertThat(after.spec().payload()).isEqualTo(Bytes.of("new"));
    assertThat(after.spec().traits()).isEqualTo(traits);
    assertThat(after.spec().context()).isEqualTo(task.spec().context());
    assertThat(after.spec().priority()).isEqualTo(task.spec().priority());
    assertThat(after.spec().flow()).isEqualTo(task.spec().flow());
    assertThat(after.position().status()).isEqualTo(Status.ERROR);
    assertThat(after.position().version()).isEqualTo(task.position().version() + 1);
    assertThat(after.position().data()).isEqualTo(task.position().data());
    assertThat(OperatorRules.prioritize(task, 0).of(task, Some.NOW).spec().priority()).isZero();
  }

  @Test
  void runningTaskIsNotEditedAndInvalidEditIsRefused() {
    Task running = Some.task(Status.RUNNING);
    assertThatThrownBy(() -> OperatorRules.edit(running, null, TaskTraits.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("It is running");
    Task waiting = Some.task(Status.WAITING);
    assertThatThrownBy(() -> OperatorRules.prioritize(waiting, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 (most urgent) to 9");
    Bytes large = Bytes.of(new byte[TaskSpec.MAX_PAYLOAD_BYTES + 1]);
    assertThatThrownBy(() -> OperatorRules.edit(waiting, large, TaskTraits.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most");
  }
}
