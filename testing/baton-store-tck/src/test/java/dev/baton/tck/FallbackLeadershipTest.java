package dev.baton.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.Leadership;
import dev.baton.tck.contract.cluster.LeadershipContract;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FallbackLeadershipTest {
  private static final Duration TERM = Duration.ofSeconds(10);
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  private final ManualClock clock = ManualClock.started();
  private final Breakable first = new Breakable(new MemoryLeadership(clock, TERM));
  private final Breakable second = new Breakable(new MemoryLeadership(clock, TERM));
  private final Leadership both = first.orElse(second);

  @Nested
  class WhileTheFirstAnswers extends Contract {}

  @Nested
  class WhileTheFirstIsAway extends Contract {
    WhileTheFirstIsAway() {
      first.isAway = true;
    }
  }

  abstract class Contract extends LeadershipContract {
    @Override
    protected Leadership leadership() {
      return both;
    }

    @Override
    protected void passATerm() {
      clock.advance(TERM);
    }
  }

  @Test
  void theFirstDecidesAgainAsSoonAsItIsBack() {
    assertThat(first.lead("sweep", OTHER)).isPresent();
    assertThat(both.lead("sweep", ONE)).isEmpty();
    first.isAway = true;
    assertThat(both.lead("sweep", ONE)).isPresent();
    first.isAway = false;
    assertThat(both.lead("sweep", ONE)).isEmpty();
  }

  @Test
  void whatTheFallbackGaveIsGivenBackWhenTheFirstIsBack() {
    first.isAway = true;
    assertThat(both.lead("sweep", ONE)).isPresent();
    assertThat(second.lead("sweep", OTHER)).isEmpty();
    first.isAway = false;
    assertThat(both.lead("sweep", ONE)).isPresent();
    assertThat(second.lead("sweep", OTHER)).isPresent();
  }

  @Test
  void aLeadOfTheFallbackIsResignedThoughTheFirstIsAway() {
    first.isAway = true;
    assertThat(both.lead("sweep", ONE)).isPresent();
    both.resign("sweep", ONE);
    assertThat(second.lead("sweep", OTHER)).isPresent();
  }

  @Test
  void aFallbackThatIsAwayHindersNothingWhileTheFirstAnswers() {
    first.isAway = true;
    assertThat(both.lead("sweep", ONE)).isPresent();
    first.isAway = false;
    second.isAway = true;
    assertThat(both.lead("sweep", ONE)).isPresent();
    both.resign("sweep", ONE);
    assertThat(both.lead("sweep", OTHER)).isPresent();
  }

  @Test
  void withBothAwayTheDutyRests() {
    first.isAway = true;
    second.isAway = true;
    assertThatThrownBy(() -> both.lead("sweep", ONE))
        .isInstanceOf(IllegalStateException.class)
        .satisfies(broken -> assertThat(broken.getSuppressed()).hasSize(1));
  }

  @Test
  void nodesThatSeeTheFirstDifferentlyMayBothLeadForAsLongAsTheyDo() {
    Leadership cutOff = new Breakable(first, true).orElse(second);
    assertThat(both.lead("sweep", ONE)).isPresent();
    assertThat(cutOff.lead("sweep", OTHER)).isPresent();
  }

  /** A leadership that a test can make unreachable. */
  private static final class Breakable implements Leadership {
    private final Leadership inner;
    private volatile boolean isAway;

    Breakable(Leadership inner) {
      this(inner, false);
    }

    Breakable(Leadership inner, boolean isAway) {
      this.inner = inner;
      this.isAway = isAway;
    }

    @Override
    public Optional<Duration> lead(String duty, UUID node) {
      requireReach();
      return inner.lead(duty, node);
    }

    @Override
    public void resign(String duty, UUID node) {
      requireReach();
      inner.resign(duty, node);
    }

    private void requireReach() {
      if (isAway) {
        throw new IllegalStateException("out of reach");
      }
    }
  }
}
