package dev.baton.engine.attempt.unknown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests how long a node leaves a task that it can't run to other nodes. */
final class UnknownHereTest {
  private static final Duration GRACE = Duration.ofHours(1);
  private static final UUID TASK = new UUID(1, 1);

  private long nanos = 17;
  private final UnknownHere unknown = new UnknownHere(() -> nanos, GRACE, 3);

  @Test
  void waitDoublesAndLastAlarmIsAtEndOfGracePeriod() {
    long began = nanos;
    int met = 1;
    UnknownHere.UnknownClaim answer = unknown.met(task(TASK, "HERE"));
    assertThat(answer.first()).isTrue();
    for (; !answer.over(); met++) {
      assertThat(unknown.leaves(candidate(TASK, met))).isTrue();
      nanos += answer.again().toNanos();
      assertThat(unknown.leaves(candidate(TASK, met))).isFalse();
      answer = unknown.met(task(TASK, "HERE"));
      assertThat(answer.first()).isFalse();
    }
    assertThat(Duration.ofNanos(nanos - began)).isEqualTo(GRACE);
    assertThat(met).isBetween(12, 18);
    assertThat(answer.again()).isEqualTo(GRACE.dividedBy(4));
  }

  @Test
  void gracePeriodRestartsForAnotherStateOrAfterStop() {
    unknown.met(task(TASK, "HERE"));
    nanos += GRACE.toNanos();
    assertThat(unknown.met(task(TASK, "THERE")))
        .matches(answer -> answer.first() && !answer.over());
    nanos += GRACE.toNanos();
    assertThat(unknown.met(task(TASK, "THERE"))).matches(UnknownHere.UnknownClaim::over);
    unknown.forget(TASK);
    assertThat(unknown.met(task(TASK, "THERE")))
        .matches(answer -> answer.first() && !answer.over());
  }

  @Test
  void typeIsSkippedForAWhileIfThereIsNoRoom() {
    for (int i = 1; i <= 4; i++) {
      unknown.met(task(new UUID(1, i), "HERE"));
    }
    assertThat(unknown.leavesType("T")).isTrue();
    assertThat(unknown.leavesType("OTHER")).isFalse();
    assertThat(unknown.leaves(candidate(new UUID(1, 4), 1))).isFalse();
    nanos += Duration.ofMinutes(1).toNanos();
    assertThat(unknown.leavesType("T")).isFalse();
    nanos += GRACE.multipliedBy(2).toNanos();
    unknown.met(task(new UUID(1, 5), "HERE"));
    assertThat(unknown.leavesType("T")).isFalse();
  }

  private static Candidate candidate(UUID id, long version) {
    return new Candidate(id, version, "default", new Flow("T", ""), 4, Instant.EPOCH);
  }

  private static Task task(UUID id, String state) {
    TaskSpec spec =
        new TaskSpec(
            new Flow("T", ""), null, "default", 4, null, Map.of(), TaskSpec.Origin.NONE, false);
    Instant then = Instant.EPOCH;
    Position held =
        new Position(
            Status.RUNNING,
            2,
            id,
            then,
            then,
            new Position.Counts(1, 0, 5, LastOutcome.NONE),
            state,
            null);
    return new Task(id, spec, held, then, then, then);
  }
}
