package dev.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.handler.internal.SucceededRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RepeatTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static <R> Repeat.Success<Object, R> success(R result) {
    return new SucceededRun<>(1, () -> "a payload", () -> result, Instant.EPOCH);
  }

  @Test
  void taskThatRepeatsForeverIsNeverDone() {
    assertThat(Repeat.every(HOUR).repeatAfter(success("found"))).contains(HOUR);
    assertThat(Repeat.every(HOUR).repeatAfter(success(null))).contains(HOUR);
  }

  @Test
  void taskIsDoneWhenItsResultIsEnough() {
    Repeat<Object, Integer> three = Repeat.every(HOUR).until(found -> found == 3);
    assertThat(three.repeatAfter(success(2))).contains(HOUR);
    assertThat(three.repeatAfter(success(null))).contains(HOUR);
    assertThat(three.repeatAfter(success(3))).isEqualTo(Optional.empty());
  }
}
