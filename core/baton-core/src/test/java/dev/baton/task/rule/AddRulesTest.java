package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.When;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AddRulesTest {

  @Test
  void laterTaskWaitsAndItsTimeIsItsPlaceInOrder() {
    Position p = AddRules.later(When.in(Duration.ofHours(1)), "S").at(Some.NOW, 1);
    assertThat(p)
        .isEqualTo(
            new Position(
                Status.WAITING,
                1,
                null,
                Some.NOW.plusSeconds(3_600),
                Some.NOW.plusSeconds(3_600),
                new Position.Counts(0, 0, 0, LastOutcome.NONE),
                "S",
                null));
  }

  @Test
  void immediateTaskIsReadyAndHinted() {
    Position p = AddRules.now(Some.HINT_EXPIRY, "S").at(Some.NOW, 1);
    assertThat(p)
        .isEqualTo(
            new Position(
                Status.READY,
                1,
                null,
                Some.NOW,
                Some.NOW.plusSeconds(60),
                new Position.Counts(0, 0, 0, LastOutcome.NONE),
                "S",
                null));
  }

  @Test
  void aHeldTaskHasNoTimes() {
    assertThat(AddRules.blocked("S").at(Some.NOW, 1))
        .isEqualTo(
            new Position(
                Status.BLOCKED,
                1,
                null,
                null,
                null,
                new Position.Counts(0, 0, 0, LastOutcome.NONE),
                "S",
                null));
  }

  @Test
  void aTaskClaimedByInsertIsOnItsFirstAttemptUnderALease() {
    assertThat(AddRules.claimed(Some.OWNER, Some.LEASE, 5, "S").at(Some.NOW, 1))
        .isEqualTo(
            new Position(
                Status.RUNNING,
                1,
                Some.OWNER,
                Some.NOW,
                Some.NOW.plusSeconds(30),
                new Position.Counts(1, 0, 5, LastOutcome.NONE),
                "S",
                null));
  }

  @Test
  void taskWithoutAllowedLossesIsNeverClaimedByInsert() {
    assertThatThrownBy(() -> AddRules.claimed(Some.OWNER, Some.LEASE, 0, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("An insert can't claim a task");
  }
}
