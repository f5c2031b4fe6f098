package dev.baton.engine.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How long a node leaves to others what it can't run. */
final class UnknownHereTest {
  private static final Duration GRACE = Duration.ofHours(1);
  private static final UUID TASK = new UUID(1, 1);

  private long nanos = 17;
  private final UnknownHere unknown = new UnknownHere(() -> nanos, GRACE, 3);

  @Test
  void theWaitDoublesAndTheLastOneEndsWithTheGrace() {
    long began = nanos;
    int met = 1;
    UnknownHere.Answer answer = unknown.met(TASK, "T");
    assertThat(answer.first()).isTrue();
    for (Duration wait = answer.again(); wait != null; met++) {
      assertThat(unknown.leaves(candidate(TASK, met))).isTrue();
      nanos += wait.toNanos();
      assertThat(unknown.leaves(candidate(TASK, met))).isFalse();
      answer = unknown.met(TASK, "T");
      assertThat(answer.first()).isFalse();
      wait = answer.again();
    }
    assertThat(Duration.ofNanos(nanos - began)).isEqualTo(GRACE);
    assertThat(met).isBetween(12, 18);
  }

  @Test
  void whereThereIsNoRoomTheTypeRestsForAWhile() {
    for (int i = 1; i <= 4; i++) {
      Objects.requireNonNull(unknown.met(new UUID(1, i), "T").again());
    }
    assertThat(unknown.leavesType("T")).isTrue();
    assertThat(unknown.leavesType("OTHER")).isFalse();
    assertThat(unknown.leaves(candidate(new UUID(1, 4), 1))).isFalse();
    nanos += Duration.ofMinutes(1).toNanos();
    assertThat(unknown.leavesType("T")).isFalse();
    nanos += GRACE.multipliedBy(2).toNanos();
    unknown.met(new UUID(1, 5), "T");
    assertThat(unknown.leavesType("T")).isFalse();
  }

  private static Candidate candidate(UUID id, long version) {
    return new Candidate(id, version, "default", new Flow("T", ""), 4, Instant.EPOCH);
  }
}
