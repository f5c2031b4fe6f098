package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.hook.TaskEvent;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PausesTest {
  private static final Pause T = Pause.type("T");
  private static final Pause U = Pause.type("U");

  private final List<TaskEvent> told = new ArrayList<>();
  private final Events events = new Events(List.of(told::add));

  @Test
  void beforeTheFirstReadEverythingIsPausedWithoutReports() {
    Pauses pauses = Pauses.unknownYet(events);
    assertThat(pauses.cover("default", new Flow("T", ""))).isTrue();
    pauses.resumed(T, pauses.reads());
    pauses.paused(U);
    assertThat(pauses.cover("default", new Flow("X", ""))).isTrue();
    assertThat(told).isEmpty();
  }

  @Test
  void readReportsChangesAndWakesWatchers() {
    Pauses pauses = Pauses.unknownYet(events);
    int[] woken = new int[1];
    pauses.onChange(() -> woken[0]++);
    read(pauses, T);
    read(pauses, T);
    read(pauses, U);
    assertThat(woken[0]).isEqualTo(2);
    assertThat(told)
        .containsExactly(
            new NodeEvent.PauseChanged(T, true),
            new NodeEvent.PauseChanged(U, true),
            new NodeEvent.PauseChanged(T, false));
  }

  @Test
  void theFirstReadWakesTheWatchersEvenWhenNothingIsPaused() {
    Pauses pauses = Pauses.unknownYet(events);
    int[] woken = new int[1];
    pauses.onChange(() -> woken[0]++);
    read(pauses);
    assertThat(woken[0]).isEqualTo(1);
    assertThat(pauses.cover("default", new Flow("T", ""))).isFalse();
  }

  @Test
  void readDoesNotUndoPauseMadeMeanwhileByThisNode() {
    Pauses pauses = Pauses.never(events);
    pauses.reading();
    pauses.paused(U);
    assertThat(pauses.read(List.of(T))).isTrue();
    assertThat(pauses.inForce().pauses()).containsExactly(T, U);
    assertThat(read(pauses, T)).isFalse();
    assertThat(pauses.inForce().pauses()).containsExactly(T);
  }

  @Test
  void resumeDuringLongReadIsReadAgain() {
    Pauses pauses = Pauses.never(events);
    read(pauses, T);
    pauses.reading();
    pauses.resumed(T, pauses.reads());
    assertThat(pauses.inForce().pauses()).isEmpty();
    assertThat(pauses.read(List.of(T))).as("whether to read again at once").isTrue();
    assertThat(pauses.inForce().pauses()).containsExactly(T);
  }

  @Test
  void anotherNodeMayPauseAgainAfterResume() {
    Pauses pauses = Pauses.unknownYet(events);
    int before = pauses.reads();
    pauses.reading();
    pauses.read(List.of(T));
    pauses.resumed(T, before);
    assertThat(pauses.cover("default", new Flow("T", ""))).isTrue();
    pauses.reading();
    pauses.read(List.of());
    assertThat(pauses.cover("default", new Flow("T", ""))).isFalse();
  }

  @Test
  void pausedAndResumedDuringAReadIsNotPaused() {
    Pauses pauses = Pauses.never(events);
    pauses.reading();
    pauses.paused(T);
    pauses.resumed(T, pauses.reads());
    pauses.read(List.of());
    assertThat(pauses.inForce().pauses()).isEmpty();
  }

  private static boolean read(Pauses pauses, Pause... found) {
    pauses.reading();
    return pauses.read(List.of(found));
  }
}
