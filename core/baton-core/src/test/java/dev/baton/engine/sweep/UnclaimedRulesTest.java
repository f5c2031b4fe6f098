package dev.baton.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.cluster.Registry.TypeKnowledge;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UnclaimedRulesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T08:30:00.123456Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final NodeSettings SETTINGS =
      NodeSettings.defaults().hintExpiry(MINUTE).unknownTypeGrace(Duration.ofHours(1));

  @Test
  void aTaskOfAKnownTypeIsHintedAgain() {
    Transition move =
        UnclaimedRules.standing(ready(Duration.ofSeconds(9)), new TypeKnowledge.Known(), SETTINGS);
    assertThat(move.rule()).isEqualTo(Rule.HINT_AGAIN);
    assertThat(nextLook(move)).isEqualTo(MINUTE);
  }

  @Test
  void pausedTaskIsCheckedRarelyAndNeverStops() {
    Transition move = UnclaimedRules.paused(ready(Duration.ofDays(30)), SETTINGS);
    assertThat(move.rule()).isEqualTo(Rule.HINT_AGAIN);
    assertThat(nextLook(move)).isEqualTo(Duration.ofHours(6));
    NodeSettings day = SETTINGS.hintExpiry(Duration.ofHours(24));
    assertThat(nextLook(UnclaimedRules.paused(ready(MINUTE), day))).isEqualTo(Duration.ofDays(1));
  }

  @Test
  void taskOfUnknownTypeWaitsForTheGracePeriod() {
    assertThat(nextLook(unknown(Duration.ofSeconds(10), true))).isEqualTo(MINUTE);
    assertThat(nextLook(unknown(Duration.ofMinutes(16), true))).isEqualTo(Duration.ofMinutes(16));
    assertThat(nextLook(unknown(Duration.ofMinutes(50), true))).isEqualTo(Duration.ofMinutes(10));
    Transition last = unknown(Duration.ofMinutes(60).minusMillis(1), true);
    assertThat(last.rule()).isEqualTo(Rule.HINT_AGAIN);
    assertThat(nextLook(last)).isEqualTo(MINUTE);
  }

  @Test
  void afterGracePeriodTaskStopsInErrorWithHelpfulText() {
    Transition move = unknown(Duration.ofHours(1), true);
    assertThat(move.rule()).isEqualTo(Rule.UNKNOWN_TYPE);
    assertThat(move.change().to()).isEqualTo(Status.ERROR);
    assertThat(move.error())
        .contains("No node of the cluster has known the type PAY for 1 h")
        .contains("Start a node that defines the type, then retry the task");
    assertThat(((Change.Move) move.change()).placement().attempts()).isEqualTo(2);
  }

  @Test
  void youngRegistryProvesNothing() {
    Transition move = unknown(Duration.ofDays(9), false);
    assertThat(move.rule()).isEqualTo(Rule.HINT_AGAIN);
    assertThat(nextLook(move)).isEqualTo(Duration.ofMinutes(15));
  }

  private static Transition unknown(Duration waited, boolean watched) {
    return UnclaimedRules.standing(
        ready(waited), new TypeKnowledge.Unknown(NOW, watched), SETTINGS);
  }

  private static Duration nextLook(Transition move) {
    Change.Move change = (Change.Move) move.change();
    return Duration.between(
        NOW, Objects.requireNonNull(change.placement().nextEventAt()).from(NOW));
  }

  private static Task ready(Duration waited) {
    TaskSpec spec =
        new TaskSpec(
            new Flow("PAY", "k"), null, "default", 5, null, Map.of(), TaskSpec.Origin.NONE, false);
    Instant since = NOW.minus(waited);
    Position position =
        new Position(
            Status.READY,
            4,
            null,
            since,
            NOW.minusMillis(1),
            new Position.Counts(2, 0, 5, LastOutcome.NONE),
            "",
            null);
    return new Task(new UUID(1, 2), spec, position, since, since, since);
  }
}
