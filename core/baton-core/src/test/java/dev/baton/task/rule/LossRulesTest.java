package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LossRulesTest {
  private static final Task HELD = Some.task(Status.RUNNING);

  @Test
  void lostAttemptIsInDoubtUnlessAttemptsMarkTheirEffects() {
    Position lost = Some.after(SweepRules.lost(HELD, Some.HINT_EXPIRY));
    assertThat(LossRules.isInDoubt(lost, false)).isTrue();
    assertThat(LossRules.isInDoubt(lost, true)).isFalse();
  }

  @Test
  void attemptLostAfterItsMarkIsAlwaysInDoubt() {
    Position lost = Some.after(SweepRules.lost(marked(5), Some.HINT_EXPIRY));
    assertThat(lost.status()).isEqualTo(Status.READY);
    assertThat(LossRules.isInDoubt(lost, true)).isTrue();
    assertThat(LossRules.isInDoubt(lost, false)).isTrue();
  }

  @Test
  void markKeepsHolderVersionAndCheckpoint() {
    Transition mark = HolderRules.mark(HELD, Some.LEASE, 0);
    Position after = Some.after(mark);
    assertThat(mark.guard()).isEqualTo(new Guard(4, Status.RUNNING, Some.OWNER, false));
    assertThat(Some.move(mark).changed()).isFalse();
    assertThat(after.version()).isEqualTo(4);
    assertThat(after.owner()).isEqualTo(Some.OWNER);
    assertThat(after.lossLimit()).isZero();
  }

  @Test
  void lossAfterMarkWithoutAllowedLossesNeedsAPerson() {
    Transition lost = SweepRules.lost(marked(0), Some.HINT_EXPIRY);
    assertThat(lost.rule()).isEqualTo(Rule.LOST_TO_ERROR);
    assertThat(Some.after(lost).lastOutcome()).isEqualTo(LastOutcome.IN_DOUBT);
  }

  @Test
  void failureKeepsTheDoubtOfAMarkAndNextStateClearsIt() {
    Task marked = marked(0);
    assertThat(Some.after(HolderRules.retry(marked, Duration.ZERO, "e")).lastOutcome())
        .isEqualTo(LastOutcome.IN_DOUBT);
    assertThat(Some.after(HolderRules.error(marked, "e")).lastOutcome())
        .isEqualTo(LastOutcome.IN_DOUBT);
    Position next = Some.after(HolderRules.goTo(marked, Some.LEASE, 5, "NEXT", null));
    assertThat(next.lastOutcome()).isEqualTo(LastOutcome.SUCCESS);
    assertThat(next.lossLimit()).isEqualTo(5);
  }

  @Test
  void unansweredDoubtStaysAndUndecidableOneNeedsAPerson() {
    Task claimedAgain = Some.task(Some.after(SweepRules.lost(HELD, Some.HINT_EXPIRY)));
    Task held =
        Some.task(
            HolderRules.claimed(claimedAgain.position(), Some.OWNER, Some.LEASE, 5, Some.NOW));
    assertThat(
            LossRules.isInDoubt(
                Some.after(HolderRules.askAgain(held, Duration.ZERO, "away")), false))
        .isTrue();
    assertThat(LossRules.isInDoubt(Some.after(HolderRules.unanswered(held, "away")), false))
        .isTrue();
    assertThat(LossRules.isInDoubt(Some.after(HolderRules.undecidable(held, "who knows")), false))
        .isFalse();
    assertThat(LossRules.isInDoubt(Some.after(HolderRules.retry(held, Duration.ZERO, "e")), false))
        .isFalse();
  }

  private static Task marked(int lossLimit) {
    return Some.task(Some.after(HolderRules.mark(HELD, Some.LEASE, lossLimit)));
  }
}
