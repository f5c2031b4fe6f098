package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.WaitRules.End;
import dev.baton.task.rule.WaitRules.WaitMeaning;
import dev.baton.task.rule.WaitRules.WaitVerdict;
import dev.baton.task.rule.WaitRules.Waiter;
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

  private static final Instant NOW = Some.NOW;

  @Test
  void taskKeepsWaitingForTheRest() {
    assertThat(WaitRules.heard(waiter(3), List.of(done(ONE), done(TWO))))
        .isEqualTo(new WaitVerdict.WaitsOn(1));
  }

  @Test
  void lastEndMakesTaskReadyAtAnyVersion() {
    Task edited = blocked(7, null);
    Transition move =
        WaitRules.move(
            waiter(2),
            over(WaitRules.heard(waiter(2), List.of(done(ONE), done(TWO)))),
            edited,
            NOW);
    assertThat(move).isNotNull();
    assertThat(move.rule()).isEqualTo(Rule.UNBLOCK);
    assertThat(move.guard()).isEqualTo(new Guard(7, Status.BLOCKED, null, false));
    NextPosition to = ((Change.Move) move.change()).placement();
    assertThat(to.status()).isEqualTo(Status.READY);
    assertThat(to.runAt()).as("its place").isEqualTo(When.at(edited.createdAt()));
    assertThat(to.nextEventAt()).isEqualTo(When.in(EXPIRY));
    assertThat(move.isChange()).isTrue();
    assertThat(to.lastOutcome()).as("the signal's outcome").isEqualTo(LastOutcome.SUCCESS);
  }

  @Test
  void unblockedTaskWaitsForItsTimeOrIsReady() {
    Instant later = NOW.plusSeconds(60);
    assertThat(placed(blocked(1, later)).status()).isEqualTo(Status.WAITING);
    assertThat(placed(blocked(1, later)).nextEventAt()).isEqualTo(When.at(later));
    assertThat(placed(blocked(1, later)).runAt()).isEqualTo(When.at(later));
    Instant earlier = NOW.minusSeconds(60);
    assertThat(placed(blocked(1, earlier)).status()).isEqualTo(Status.READY);
    assertThat(placed(blocked(1, earlier)).runAt()).isEqualTo(When.at(earlier));
  }

  @Test
  void failedEndCancelsDependentTaskAndIsNamed() {
    for (Status status : List.of(Status.FAILED, Status.CANCELLED)) {
      WaitVerdict.Over over =
          over(WaitRules.heard(waiter(5), List.of(done(ONE), new End(TWO, status, true))));
      Transition move = WaitRules.move(waiter(5), over, blocked(3, null), NOW);
      assertThat(move).isNotNull();
      assertThat(move.rule()).isEqualTo(Rule.CANCEL);
      assertThat(move.guard().version()).isEqualTo(3);
      assertThat(move.change()).isEqualTo(new Change.Finish(Status.CANCELLED, null, KEEP));
      assertThat(move.error()).contains(TWO.toString(), status.name());
    }
  }

  @Test
  void taskThatIsNotBlockedIsUnchanged() {
    Task runs = Some.task(Status.RUNNING);
    assertThat(WaitRules.move(waiter(1), new WaitVerdict.Over(null), runs, NOW)).isNull();
  }

  @Test
  void heldOrReleasedWaiterIgnoresEnds() {
    assertThat(waiter(1).hears()).isTrue();
    assertThat(waiter(1).held().hears()).isFalse();
    assertThat(waiter(1).over().hears()).isFalse();
    assertThat(waiter(1).held().waitingFor(1).hears()).isTrue();
  }

  @Test
  void movesHoldReleaseEndOrKeepTheWait() {
    Task task = blocked(4, null);
    assertThat(WaitRules.meaning(OperatorRules.hold(task))).isEqualTo(WaitMeaning.HOLDS);
    assertThat(WaitRules.meaning(OperatorRules.release(task, NOW, EXPIRY)))
        .isEqualTo(WaitMeaning.LETS_GO);
    assertThat(WaitRules.meaning(OperatorRules.reschedule(task, null, EXPIRY)))
        .isEqualTo(WaitMeaning.ENDS);
    assertThat(WaitRules.meaning(OperatorRules.reschedule(task, When.in(KEEP), EXPIRY)))
        .isEqualTo(WaitMeaning.ENDS);
    assertThat(WaitRules.meaning(OperatorRules.cancel(task, "no", KEEP)))
        .isEqualTo(WaitMeaning.ENDS);
    assertThat(WaitRules.meaning(OperatorRules.fail(task, "no", KEEP))).isEqualTo(WaitMeaning.ENDS);
    assertThat(WaitRules.meaning(SignalRules.goTo(task, EXPIRY, "S", null)))
        .isEqualTo(WaitMeaning.NONE);
    assertThat(WaitRules.meaning(SignalRules.park(task, When.in(KEEP), "S", null)))
        .isEqualTo(WaitMeaning.NONE);
    Task ready = Some.task(Status.READY);
    assertThat(WaitRules.meaning(OperatorRules.hold(ready))).isEqualTo(WaitMeaning.NONE);
  }

  @Test
  void releasedTaskWaitsRunsOrIsCancelledByCurrentEnds() {
    Task task = blocked(4, null);
    Waiter held = waiter(2).held();
    Transition release = OperatorRules.release(task, NOW, EXPIRY);
    WaitRules.WaitStep on = WaitRules.step(held, release, List.of(done(ONE)), 1);
    assertThat(on.after()).isEqualTo(waiter(1));
    assertThat(on.transition().rule()).isEqualTo(Rule.UNBLOCK);
    assertThat(on.transition().guard()).isEqualTo(release.guard());
    assertThat(on.transition().change().to()).isEqualTo(Status.BLOCKED);
    assertThat(((Change.Move) on.transition().change()).placement().runAt())
        .isEqualTo(When.at(task.createdAt()));
    assertThat(WaitRules.step(held, release, List.of(done(ONE), done(TWO)), 0))
        .isEqualTo(new WaitRules.WaitStep(release, held.over()));
    WaitRules.WaitStep never =
        WaitRules.step(held, release, List.of(new End(ONE, Status.FAILED, true)), 1);
    assertThat(never.after()).isEqualTo(held.over());
    assertThat(never.transition().change().to()).isEqualTo(Status.CANCELLED);
    assertThat(never.transition().guard()).isEqualTo(release.guard());
  }

  @Test
  void failureCountsIfAnyEndIsEnough() {
    assertThat(WaitRules.heard(waiter(2), List.of(new End(ONE, Status.FAILED, false))))
        .isEqualTo(new WaitVerdict.WaitsOn(1));
    assertThat(WaitRules.heard(waiter(1), List.of(new End(ONE, Status.CANCELLED, false))))
        .isInstanceOf(WaitVerdict.Over.class);
  }

  @Test
  void requiredDoneTaskIsRemovedFromRequiredEnds() {
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
        .hasMessageContaining("must be kept for a positive time");
    Waits waits = new Waits(Set.of(ONE), Set.of(), EXPIRY, KEEP);
    assertThatThrownBy(
            () -> new NewTask(TWO, Some.SPEC, AddRules.now(EXPIRY, ""), List.of(), waits))
        .hasMessageContaining("must start BLOCKED");
    assertThatThrownBy(
            () -> new NewTask(ONE, Some.SPEC, AddRules.waiting(null, ""), List.of(), waits))
        .hasMessageContaining("can't wait for itself");
  }

  private static Waiter waiter(int remaining) {
    return new Waiter(Some.ID, remaining, WaitState.WAITS, false, EXPIRY, KEEP);
  }

  private static Task blocked(long version, @Nullable Instant runAt) {
    return Some.task(
        new Position(
            Status.BLOCKED,
            version,
            null,
            runAt,
            null,
            new Position.Counts(0, 0, 0, LastOutcome.SUCCESS),
            "S",
            null));
  }

  private static NextPosition placed(Task task) {
    Transition move = WaitRules.move(waiter(1), new WaitVerdict.Over(null), task, NOW);
    assertThat(move).isNotNull();
    return ((Change.Move) move.change()).placement();
  }

  private static End done(UUID id) {
    return new End(id, Status.DONE, true);
  }

  private static WaitVerdict.Over over(WaitVerdict verdict) {
    assertThat(verdict).isInstanceOf(WaitVerdict.Over.class);
    return (WaitVerdict.Over) verdict;
  }
}
