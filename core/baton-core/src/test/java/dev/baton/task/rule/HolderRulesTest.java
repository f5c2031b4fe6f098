package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HolderRulesTest {
  private final Task held = Some.task(Status.RUNNING);

  @Test
  void aClaimTakesAReadyTaskUnderTheNextVersionAndCountsAnAttempt() {
    Position ready = Some.task(Status.READY).position();
    assertThat(HolderRules.claimed(ready, Some.OWNER, Some.LEASE, 9, Some.NOW))
        .isEqualTo(
            new Position(
                Status.RUNNING,
                5,
                Some.OWNER,
                Some.ARRIVED,
                Some.NOW.plusSeconds(30),
                new Position.Counts(4, 1, 9, LastOutcome.FAILURE),
                "S",
                Bytes.of("data")));
  }

  @Test
  void onlyReadyTaskIsClaimed() {
    for (Status status : Status.values()) {
      if (status != Status.READY && !status.isFinished()) {
        Position position = Some.task(status).position();
        assertThatThrownBy(() -> HolderRules.claimed(position, Some.OWNER, Some.LEASE, 9, Some.NOW))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void holderMovesAreFencedByVersionStatusAndOwner() {
    Guard fence = new Guard(4, Status.RUNNING, Some.OWNER, false);
    List<Transition> all =
        List.of(
            HolderRules.checkpoint(held, Some.LEASE, Bytes.of("x")),
            HolderRules.goTo(held, Some.LEASE, held.position().lossLimit(), "N", null),
            HolderRules.park(held, When.now(), "N", null),
            HolderRules.retry(held, Duration.ZERO, "e"),
            HolderRules.retryNow(held, Some.HINT_EXPIRY, "e"),
            HolderRules.release(held, Some.HINT_EXPIRY),
            HolderRules.postpone(held, Duration.ZERO, "e"),
            HolderRules.done(held, null, Some.KEEP),
            HolderRules.failed(held, "e", Some.KEEP),
            HolderRules.error(held, "e"));
    assertThat(all).extracting(Transition::guard).containsOnly(fence);
    assertThat(all).extracting(Transition::id).containsOnly(Some.ID);
  }

  @Test
  void taskWithoutHolderHasNoHolderMoves() {
    Task ready = Some.task(Status.READY);
    assertThatThrownBy(() -> HolderRules.done(ready, null, Some.KEEP))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FINISH doesn't lead from READY to DONE");
  }

  @Test
  void checkpointStoresDataAndRestartsTheLease() {
    Transition checkpoint = HolderRules.checkpoint(held, Some.LEASE, Bytes.of("new"));
    assertThat(Some.after(checkpoint))
        .isEqualTo(
            new Position(
                Status.RUNNING,
                4,
                Some.OWNER,
                Some.ARRIVED,
                Some.NOW.plusSeconds(30),
                new Position.Counts(3, 1, 5, LastOutcome.FAILURE),
                "S",
                Bytes.of("new")));
    assertThat(Some.move(checkpoint).changed()).isTrue();
  }

  @Test
  void nextStateKeepsOwnerAndResetsAttempts() {
    Transition goTo = HolderRules.goTo(held, Some.LEASE, held.position().lossLimit(), "NEXT", null);
    assertThat(Some.after(goTo))
        .isEqualTo(
            new Position(
                Status.RUNNING,
                5,
                Some.OWNER,
                Some.ARRIVED,
                Some.NOW.plusSeconds(30),
                new Position.Counts(1, 0, 5, LastOutcome.SUCCESS),
                "NEXT",
                null));
  }

  @Test
  void parkedTaskWaitsAsSuccessWithResetCounts() {
    Transition park = HolderRules.park(held, When.in(Duration.ofHours(1)), "P", Bytes.of("d"));
    assertThat(Some.after(park))
        .isEqualTo(
            new Position(
                Status.WAITING,
                5,
                null,
                Some.NOW.plusSeconds(3_600),
                Some.NOW.plusSeconds(3_600),
                new Position.Counts(0, 0, 5, LastOutcome.SUCCESS),
                "P",
                Bytes.of("d")));
  }

  @Test
  void parkingIsAChangeExactlyIfStateOrDataDiffer() {
    When soon = When.now();
    assertThat(Some.move(HolderRules.park(held, soon, "S", Bytes.of("data"))).changed()).isFalse();
    assertThat(Some.move(HolderRules.park(held, soon, "S", Bytes.of("other"))).changed()).isTrue();
    assertThat(Some.move(HolderRules.park(held, soon, "S", null)).changed()).isTrue();
    assertThat(Some.move(HolderRules.park(held, soon, "P", Bytes.of("data"))).changed()).isTrue();
  }

  @Test
  void aRetryWaitsAsAFailureAndKeepsItsCounts() {
    Transition retry = HolderRules.retry(held, Duration.ofSeconds(5), "why");
    assertThat(Some.after(retry))
        .isEqualTo(
            new Position(
                Status.WAITING,
                5,
                null,
                Some.NOW.plusSeconds(5),
                Some.NOW.plusSeconds(5),
                new Position.Counts(3, 1, 5, LastOutcome.FAILURE),
                "S",
                Bytes.of("data")));
    assertThat(retry.error()).isEqualTo("why");
    assertThat(Some.move(retry).changed()).isFalse();
  }

  @Test
  void immediateRetryQueuesBehindReadyTasks() {
    Position p = Some.after(HolderRules.retryNow(held, Some.HINT_EXPIRY, "why"));
    assertThat(p)
        .isEqualTo(
            new Position(
                Status.READY,
                5,
                null,
                Some.NOW,
                Some.NOW.plusSeconds(60),
                new Position.Counts(3, 1, 5, LastOutcome.FAILURE),
                "S",
                Bytes.of("data")));
  }

  @Test
  void aTaskGivenBackUnstartedKeepsItsPlaceAndCountsNoAttempt() {
    Transition release = HolderRules.release(held, Some.HINT_EXPIRY);
    assertThat(Some.after(release))
        .isEqualTo(
            new Position(
                Status.READY,
                5,
                null,
                Some.ARRIVED,
                Some.NOW.plusSeconds(60),
                new Position.Counts(2, 1, 5, LastOutcome.FAILURE),
                "S",
                Bytes.of("data")));
    assertThat(release.error()).isNull();
  }

  @Test
  void aPostponedTaskWaitsAndCountsNoAttempt() {
    Position p = Some.after(HolderRules.postpone(held, Duration.ofSeconds(9), "no handler"));
    assertThat(p.status()).isEqualTo(Status.WAITING);
    assertThat(p.nextEventAt()).isEqualTo(Some.NOW.plusSeconds(9));
    assertThat(p.attempts()).isEqualTo(2);
    assertThat(p.lastOutcome()).isEqualTo(LastOutcome.FAILURE);
  }

  @Test
  void aTaskThatIsDoneLeavesItsResultAndNoError() {
    Transition done = HolderRules.done(held, Bytes.of("r"), Some.KEEP);
    assertThat(done.rule()).isEqualTo(Rule.FINISH);
    assertThat(Some.finish(done))
        .isEqualTo(new Change.Finish(Status.DONE, Bytes.of("r"), Some.KEEP));
    assertThat(done.error()).isNull();
  }

  @Test
  void aTaskGivenUpLeavesItsError() {
    Transition failed = HolderRules.failed(held, "why", Some.KEEP);
    assertThat(failed.rule()).isEqualTo(Rule.FAIL);
    assertThat(Some.finish(failed)).isEqualTo(new Change.Finish(Status.FAILED, null, Some.KEEP));
    assertThat(failed.error()).isEqualTo("why");
  }

  @Test
  void taskInErrorKeepsItsState() {
    Transition error = HolderRules.error(held, "why");
    assertThat(error.rule()).isEqualTo(Rule.STOP_IN_ERROR);
    assertThat(Some.after(error))
        .isEqualTo(
            new Position(
                Status.ERROR,
                5,
                null,
                null,
                null,
                new Position.Counts(3, 1, 5, LastOutcome.FAILURE),
                "S",
                Bytes.of("data")));
  }
}
