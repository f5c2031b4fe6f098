package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.WaitRules.End;
import dev.baton.task.WaitRules.Verdict;
import dev.baton.task.WaitRules.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitRulesTest {
  private static final Duration EXPIRY = Duration.ofMinutes(1);
  private static final Duration KEEP = Duration.ofDays(30);
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID TWO = new UUID(0, 2);

  @Test
  void itWaitsOnForTheRest() {
    assertThat(WaitRules.heard(waiter(3, null), List.of(done(ONE), done(TWO))))
        .isEqualTo(new Verdict.WaitsOn(1));
  }

  @Test
  void withTheLastItIsReadyUnderTheVersionItWasAddedWith() {
    Transition move = over(WaitRules.heard(waiter(2, null), List.of(done(ONE), done(TWO))));
    assertThat(move.rule()).isEqualTo(Rule.CHANGE_PLAN);
    assertThat(move.guard()).isEqualTo(new Guard(1, Status.BLOCKED, null, false));
    assertThat(move.change()).isEqualTo(new Change.Move(AddRules.now(EXPIRY, ""), true, false));
  }

  @Test
  void oneThatMayRunOnlyLaterIsDueThen() {
    Instant later = Instant.parse("2090-01-01T00:00:00Z");
    Transition move = over(WaitRules.heard(waiter(1, later), List.of(done(ONE))));
    assertThat(move.change())
        .isEqualTo(new Change.Move(AddRules.later(When.at(later), ""), true, false));
  }

  @Test
  void anEndThatIsNotDoneCancelsWhatNeedsItAtOnceAndIsNamed() {
    for (Status status : List.of(Status.FAILED, Status.CANCELLED)) {
      Transition move =
          over(WaitRules.heard(waiter(5, null), List.of(done(ONE), new End(TWO, status, true))));
      assertThat(move.rule()).isEqualTo(Rule.CANCEL);
      assertThat(move.change()).isEqualTo(new Change.Finish(Status.CANCELLED, null, KEEP));
      assertThat(move.error()).contains(TWO.toString(), status.name());
    }
  }

  @Test
  void whereAnyEndWillDoAFailureCounts() {
    assertThat(WaitRules.heard(waiter(2, null), List.of(new End(ONE, Status.FAILED, false))))
        .isEqualTo(new Verdict.WaitsOn(1));
    assertThat(WaitRules.heard(waiter(1, null), List.of(new End(ONE, Status.CANCELLED, false))))
        .isInstanceOf(Verdict.Over.class);
  }

  @Test
  void aTaskThatMustBeDoneNeedNotBeNamedAmongThoseThatMustHaveEnded() {
    Waits waits = new Waits(Set.of(ONE), Set.of(ONE, TWO), EXPIRY, KEEP);
    assertThat(waits.ended()).containsExactly(TWO);
    assertThat(waits.size()).isEqualTo(2);
    assertThat(waits.isFor(ONE) && waits.isFor(TWO)).isTrue();
  }

  @Test
  void impossibleWaitsAreRefused() {
    assertThatThrownBy(() -> new Waits(Set.of(), Set.of(), EXPIRY, KEEP))
        .hasMessageContaining("1-50000 others, not for 0");
    assertThatThrownBy(() -> new Waits(Set.of(ONE), Set.of(), EXPIRY, Duration.ZERO))
        .hasMessageContaining("always leaves its finished row");
    Waits waits = new Waits(Set.of(ONE), Set.of(), EXPIRY, KEEP);
    assertThatThrownBy(
            () -> new NewTask(TWO, Some.SPEC, AddRules.now(EXPIRY, ""), List.of(), waits))
        .hasMessageContaining("starts BLOCKED");
    assertThatThrownBy(
            () -> new NewTask(ONE, Some.SPEC, AddRules.waiting(null, ""), List.of(), waits))
        .hasMessageContaining("can't wait for itself");
  }

  private static Waiter waiter(int remaining, @Nullable Instant notBefore) {
    return new Waiter(Some.ID, remaining, notBefore, EXPIRY, KEEP);
  }

  private static End done(UUID id) {
    return new End(id, Status.DONE, true);
  }

  private static Transition over(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Over.class);
    return ((Verdict.Over) verdict).transition();
  }
}
