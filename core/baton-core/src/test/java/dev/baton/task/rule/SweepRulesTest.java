package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepRulesTest {

  @Test
  void sweeperMovesCheckAllFieldsAndTheTime() {
    Guard held = new Guard(4, Status.RUNNING, Some.OWNER, true);
    assertThat(SweepRules.lost(Some.task(Status.RUNNING), Some.HINT_EXPIRY).guard())
        .isEqualTo(held);
    assertThat(SweepRules.due(Some.task(Status.WAITING), Some.HINT_EXPIRY).guard())
        .isEqualTo(new Guard(4, Status.WAITING, null, true));
    Guard ready = new Guard(4, Status.READY, null, true);
    assertThat(SweepRules.hintAgain(Some.task(Status.READY), Some.HINT_EXPIRY).guard())
        .isEqualTo(ready);
    assertThat(SweepRules.unknownType(Some.task(Status.READY), "e").guard()).isEqualTo(ready);
  }

  @Test
  void aDueTaskBecomesReadyInTheOrderOfItsTime() {
    Position p = Some.after(SweepRules.due(Some.task(Status.WAITING), Some.HINT_EXPIRY));
    assertThat(p)
        .isEqualTo(
            new Position(
                Status.READY,
                5,
                null,
                Some.ARRIVED,
                Some.NOW.plusSeconds(60),
                new Position.Counts(3, 1, 5, LastOutcome.FAILURE),
                "S",
                Bytes.of("data")));
  }

  @Test
  void aTaskHintedAgainKeepsItsVersionAndPlace() {
    Position p = Some.after(SweepRules.hintAgain(Some.task(Status.READY), Some.HINT_EXPIRY));
    assertThat(p.version()).isEqualTo(4);
    assertThat(p.runAt()).isEqualTo(Some.ARRIVED);
    assertThat(p.nextEventAt()).isEqualTo(Some.NOW.plusSeconds(60));
  }

  @Test
  void aLostTaskIsResumedWithOneMoreLoss() {
    Transition lost = SweepRules.lost(Some.task(Status.RUNNING), Some.HINT_EXPIRY);
    assertThat(lost.rule()).isEqualTo(Rule.LOST);
    assertThat(lost.error()).isEqualTo("The node that ran it was lost during attempt 3");
    assertThat(SweepRules.lost(Some.task(Status.RUNNING), Some.HINT_EXPIRY, "pay-1").error())
        .isEqualTo("The node pay-1 was lost during attempt 3");
    assertThat(Some.after(lost))
        .isEqualTo(
            new Position(
                Status.READY,
                5,
                null,
                Some.ARRIVED,
                Some.NOW.plusSeconds(60),
                new Position.Counts(3, 2, 5, LastOutcome.LOST),
                "S",
                Bytes.of("data")));
  }

  @Test
  void theLastAllowedLossIsResumedAndTheNextNeedsAPerson() {
    assertThat(SweepRules.lost(Some.heldWith(4, 5), Some.HINT_EXPIRY).rule()).isEqualTo(Rule.LOST);
    Transition forGood = SweepRules.lost(Some.heldWith(5, 5), Some.HINT_EXPIRY);
    assertThat(forGood.rule()).isEqualTo(Rule.LOST_TO_ERROR);
    assertThat(Some.after(forGood))
        .isEqualTo(
            new Position(
                Status.ERROR,
                5,
                null,
                null,
                null,
                new Position.Counts(3, 6, 5, LastOutcome.LOST),
                "S",
                Bytes.of("data")));
  }

  @Test
  void withoutAllowedLossesTheFirstNeedsAPerson() {
    assertThat(SweepRules.lost(Some.heldWith(0, 0), Some.HINT_EXPIRY).rule())
        .isEqualTo(Rule.LOST_TO_ERROR);
  }

  @Test
  void hintsBecomeRarerTheLongerATaskWaits() {
    Position p = Some.task(Status.READY).position();
    Instant added = Some.NOW.minus(Duration.ofDays(1));
    Instant alarm = added.plus(Some.HINT_EXPIRY);
    int writes = 0;
    while (alarm.isBefore(Some.NOW)) {
      Task seen =
          Some.task(
              new Position(Status.READY, 4, null, added, alarm, p.counts(), p.state(), p.data()));
      NextPosition again = Some.move(SweepRules.hintAgain(seen, Some.HINT_EXPIRY)).placement();
      Instant next = again.at(alarm, 4).nextEventAt();
      assertThat(next).isBetween(alarm.plus(Some.HINT_EXPIRY), alarm.plus(Duration.ofHours(1)));
      alarm = next;
      writes++;
    }
    // The delay doubles up to an hour, then stays at one hour instead of one minute.
    assertThat(writes).isBetween(24, 32);
  }

  @Test
  void aTaskOfAnUnknownTypeStopsInError() {
    Position p = Some.after(SweepRules.unknownType(Some.task(Status.READY), "unknown"));
    assertThat(p.status()).isEqualTo(Status.ERROR);
    assertThat(p.attempts()).isEqualTo(3);
    assertThat(p.losses()).isEqualTo(1);
  }

  @Test
  void eachOverdueStatusHasItsMove() {
    assertThat(SweepRules.overdue(Some.task(Status.WAITING), Some.HINT_EXPIRY).rule())
        .isEqualTo(Rule.DUE);
    assertThat(SweepRules.overdue(Some.task(Status.READY), Some.HINT_EXPIRY).rule())
        .isEqualTo(Rule.HINT_AGAIN);
    assertThat(SweepRules.overdue(Some.task(Status.RUNNING), Some.HINT_EXPIRY).rule())
        .isEqualTo(Rule.LOST);
    for (Status status : List.of(Status.BLOCKED, Status.ERROR)) {
      assertThatThrownBy(() -> SweepRules.overdue(Some.task(status), Some.HINT_EXPIRY))
          .hasMessageContaining("is never overdue");
    }
  }
}
