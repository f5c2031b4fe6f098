package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Flow;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LeftToOthersTest {
  private static final Flow ONE = new Flow("T", "1");
  private static final Flow TWO = new Flow("T", "2");

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final AskAgain askAgain = new AskAgain(now::get, Duration.ofSeconds(10));
  private final LeftToOthers left = new LeftToOthers(now::get, askAgain);

  @Test
  void whoseClaimsSucceedHelpsAtOnce() {
    assertThat(left.helps(false)).isTrue();
    assertThat(left.helps(false)).isTrue();
  }

  @Test
  void whoWasTooLateHelpsAfterAMomentAndOnce() {
    askAgain.takeDue();
    assertThat(left.helps(true)).isFalse();
    left.leave(Set.of(ONE));
    assertThat(askAgain.untilDue()).isEqualTo(Duration.ofMillis(100));
    passMillis(99);
    assertThat(left.takeBack()).isEmpty();
    assertThat(left.helps(true)).isFalse();
    passMillis(1);
    assertThat(left.takeBack()).containsExactly(ONE);
    assertThat(left.takeBack()).isEmpty();
    assertThat(left.helps(true)).isTrue();
    assertThat(left.helps(true)).isFalse();
  }

  @Test
  void whatIsLeftLaterComesBackWithTheFirst() {
    left.leave(Set.of(ONE));
    passMillis(60);
    left.leave(Set.of(TWO));
    passMillis(40);
    assertThat(left.takeBack()).containsExactlyInAnyOrder(ONE, TWO);
  }

  @Test
  void nothingThatIsLeftIsNothingToComeBackFor() {
    askAgain.takeDue();
    left.leave(Set.of());
    assertThat(askAgain.untilDue()).isEqualTo(Duration.ofSeconds(10));
  }

  private void passMillis(long millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
