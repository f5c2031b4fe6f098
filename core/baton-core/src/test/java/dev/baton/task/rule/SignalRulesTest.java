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
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SignalRulesTest {
  private static final When LATER = When.in(Duration.ofHours(1));
  private static final Bytes NEWS = Bytes.of("news");

  @Test
  void signalRemovesHolderWithTheReadVersionAndOwner() {
    Transition eject = SignalRules.goTo(Some.task(Status.RUNNING), Some.HINT_EXPIRY, "TOLD", NEWS);
    assertThat(eject.rule()).isEqualTo(Rule.SIGNAL_RUNNING);
    assertThat(eject.guard()).isEqualTo(new Guard(4, Status.RUNNING, Some.OWNER, false));
    assertThat(Some.move(eject).changed()).isTrue();
    assertThat(Some.after(eject)).isEqualTo(told(Status.READY, Some.NOW, Some.NOW.plusSeconds(60)));
  }

  @Test
  void signalContinuesTaskWithoutHolderAtOnce() {
    for (Status status : List.of(Status.WAITING, Status.READY, Status.ERROR)) {
      Transition signal = SignalRules.goTo(Some.task(status), Some.HINT_EXPIRY, "TOLD", NEWS);
      assertThat(signal.rule()).isEqualTo(Rule.SIGNAL);
      assertThat(signal.guard()).isEqualTo(new Guard(4, status, null, false));
      assertThat(Some.after(signal))
          .isEqualTo(told(Status.READY, Some.NOW, Some.NOW.plusSeconds(60)));
    }
  }

  @Test
  void signalMayLetTaskWait() {
    for (Status status : List.of(Status.WAITING, Status.READY, Status.ERROR, Status.RUNNING)) {
      Transition signal = SignalRules.park(Some.task(status), LATER, "TOLD", NEWS);
      assertThat(Some.after(signal))
          .isEqualTo(
              told(Status.WAITING, Some.NOW.plusSeconds(3_600), Some.NOW.plusSeconds(3_600)));
    }
  }

  @Test
  void heldTaskStaysHeldAndKeepsTheSignal() {
    Task blocked = Some.task(Status.BLOCKED);
    assertThat(Some.after(SignalRules.goTo(blocked, Some.HINT_EXPIRY, "TOLD", NEWS)))
        .isEqualTo(told(Status.BLOCKED, Some.NOW, null));
    assertThat(Some.after(SignalRules.park(blocked, LATER, "TOLD", NEWS)))
        .isEqualTo(told(Status.BLOCKED, Some.NOW.plusSeconds(3_600), null));
  }

  @Test
  void signalOfTaskThatHasNotRunLeavesSuccess() {
    Task waiting = Some.task(Status.WAITING);
    Position p = waiting.position();
    Position fresh =
        new Position(
            p.status(),
            4,
            null,
            p.runAt(),
            p.nextEventAt(),
            new Position.Counts(0, 0, 5, LastOutcome.NONE),
            "",
            null);
    Transition signal = SignalRules.goTo(waiting.at(fresh), Some.HINT_EXPIRY, "TOLD", NEWS);
    assertThat(Some.after(signal).lastOutcome()).isEqualTo(LastOutcome.SUCCESS);
  }

  @Test
  void signalWithoutChangesIsNoChange() {
    Task waiting = Some.task(Status.WAITING);
    Transition same = SignalRules.goTo(waiting, Some.HINT_EXPIRY, "S", Bytes.of("data"));
    assertThat(Some.move(same).changed()).isFalse();
    assertThat(Some.move(SignalRules.goTo(waiting, Some.HINT_EXPIRY, "S", null)).changed())
        .isTrue();
  }

  @Test
  void aStateThatCannotBeStoredIsRefusedBeforeAnythingIsWritten() {
    assertThatThrownBy(
            () ->
                SignalRules.goTo(Some.task(Status.WAITING), Some.HINT_EXPIRY, "S".repeat(61), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 60 characters");
  }

  private static Position told(Status status, Instant runAt, @Nullable Instant alarm) {
    return new Position(
        status,
        5,
        null,
        runAt,
        alarm,
        new Position.Counts(0, 0, 5, LastOutcome.CONTINUES),
        "TOLD",
        NEWS);
  }
}
