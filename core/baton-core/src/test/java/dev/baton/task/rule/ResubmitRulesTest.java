package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ResubmitRulesTest {
  private static final TaskSpec MORE = Some.SPEC.with(Bytes.of("more"), Map.of("a", "b"));
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @ParameterizedTest
  @EnumSource(names = {"BLOCKED", "WAITING", "READY"})
  void taskWithoutAttemptHasNotBegun(Status status) {
    assertThat(ResubmitRules.hasBegun(unbegun(status))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"DONE", "FAILED", "CANCELLED"})
  void taskWithAttemptHasBegunInEveryStatus(Status status) {
    assertThat(ResubmitRules.hasBegun(Some.task(status))).isTrue();
    assertThatThrownBy(() -> ResubmitRules.merge(Some.task(status), MORE, Some.HINT_EXPIRY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has started");
  }

  @Test
  void repeatedOrLostTaskHasBegunDespiteResetAttempts() {
    for (LastOutcome outcome : List.of(LastOutcome.SUCCESS, LastOutcome.LOST)) {
      Task task = Some.task(position(Status.WAITING, outcome));
      assertThat(ResubmitRules.hasBegun(task)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BLOCKED", "WAITING", "READY"})
  void aMergedTaskKeepsItsPlace(Status status) {
    Task task = unbegun(status);
    Revision merged = ResubmitRules.merge(task, MORE, Some.HINT_EXPIRY);
    assertThat(merged.guard()).isEqualTo(new Guard(4, status, null, false));
    assertThat(merged.spec()).isEqualTo(MORE);
    Position after = merged.placement().at(Some.NOW, 5);
    assertThat(after.status()).isEqualTo(status);
    assertThat(after.runAt()).isEqualTo(task.position().runAt());
    assertThat(after.state()).isEqualTo("S");
    if (status == Status.READY) {
      assertThat(after.nextEventAt()).isEqualTo(Some.NOW.plus(Some.HINT_EXPIRY));
    }
  }

  @Test
  void debouncedTaskWaitsAgainFromNow() {
    assertThat(debounced(Status.WAITING, MINUTE, Duration.ofHours(1)))
        .isEqualTo(Some.NOW.plus(MINUTE));
    assertThat(debounced(Status.READY, MINUTE, Duration.ofHours(1)))
        .isEqualTo(Some.NOW.plus(MINUTE));
  }

  @Test
  void aDebouncedTaskNeverWaitsLongerThanTheLongest() {
    Duration longest = Duration.ofSeconds(90);
    assertThat(debounced(Status.WAITING, MINUTE, longest)).isEqualTo(Some.ARRIVED.plus(longest));
  }

  @Test
  void debouncedTaskAtItsMaximumOrHeldKeepsItsPlace() {
    Revision over = debounce(unbegun(Status.READY), MINUTE, MINUTE);
    assertThat(over.placement().status()).isEqualTo(Status.READY);
    assertThat(over.spec()).isEqualTo(MORE);
    Revision held = debounce(unbegun(Status.BLOCKED), MINUTE, Duration.ofHours(1));
    assertThat(held.placement().status()).isEqualTo(Status.BLOCKED);
  }

  @Test
  void finishedTaskRunsAgainWithTheNewRequest() {
    NextPosition start = AddRules.now(Some.HINT_EXPIRY, "");
    Rerun again = ResubmitRules.runAgain(finished(), MORE, start);
    assertThat(again.version()).isEqualTo(9);
    assertThat(again.spec()).isEqualTo(MORE);
    assertThat(again.placement()).isEqualTo(start);
    assertThatThrownBy(
            () ->
                ResubmitRules.runAgain(
                    finished(), MORE, AddRules.claimed(Some.OWNER, Some.LEASE, 1, "")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRevisionThatItsRuleDoesNotAllowCannotBeBuilt() {
    NextPosition held = AddRules.claimed(Some.OWNER, Some.LEASE, 1, "");
    Guard guard = new Guard(1, Status.READY, null, false);
    assertThatThrownBy(() -> new Revision(Some.ID, guard, held, MORE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("RESUBMIT");
  }

  private static Instant debounced(Status status, Duration delay, Duration longest) {
    Position after = debounce(unbegun(status), delay, longest).placement().at(Some.NOW, 5);
    assertThat(after.status()).isEqualTo(Status.WAITING);
    assertThat(after.nextEventAt()).isEqualTo(after.runAt());
    return java.util.Objects.requireNonNull(after.runAt());
  }

  private static Revision debounce(Task task, Duration delay, Duration longest) {
    return ResubmitRules.debounce(task, MORE, delay, longest, Some.NOW, Some.HINT_EXPIRY);
  }

  private static Task unbegun(Status status) {
    return Some.task(position(status, LastOutcome.NONE));
  }

  private static Position position(Status status, LastOutcome outcome) {
    return new Position(
        status,
        4,
        null,
        status == Status.BLOCKED ? null : Some.ARRIVED,
        status.hasAlarm() ? Some.NOW : null,
        new Position.Counts(0, 0, 0, outcome),
        "S",
        null);
  }

  @Test
  void taskInErrorStartsOverUnlessItsLastAttemptIsInDoubt() {
    Task held = Some.task(Status.RUNNING);
    Task marked = Some.task(Some.after(HolderRules.mark(held, Some.LEASE, 5)));
    assertThat(mayRunAgain(HolderRules.error(held, "no"))).isTrue();
    assertThat(mayRunAgain(HolderRules.error(marked, "no"))).isFalse();
    assertThat(mayRunAgain(HolderRules.undecidable(held, "who knows"))).isFalse();
    assertThat(mayRunAgain(HolderRules.retry(held, Duration.ZERO, "no"))).isFalse();
  }

  private static boolean mayRunAgain(Transition transition) {
    return ResubmitRules.mayRunAgain(Some.task(Some.after(transition)));
  }

  private static FinishedTask finished() {
    return new FinishedTask(
        Some.ID,
        Some.SPEC,
        Status.DONE,
        9,
        null,
        1,
        0,
        "S",
        null,
        null,
        Some.ARRIVED,
        Some.NOW,
        Some.NOW.plus(Some.KEEP));
  }
}
