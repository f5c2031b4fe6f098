package dev.baton.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests when the sweeper may decide about leases that expired during an outage. */
class LeaseGraceTest {
  private static final NodeSettings SETTINGS =
      NodeSettings.defaults().lease(Duration.ofSeconds(30)).sweep(Duration.ofSeconds(1));
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final LeaseGrace grace = new LeaseGrace(SETTINGS);

  private void began(int second) {
    grace.trying(second * SECOND);
  }

  private void reached(int second) {
    grace.reached(second * SECOND);
  }

  private boolean judges(int second) {
    return grace.isOver(second * SECOND);
  }

  @Test
  void respondingStoreIsNoOutage() {
    for (int second = 100; second < 200; second += 11) {
      began(second);
      reached(second + 11);
      assertThat(judges(second + 11)).isTrue();
    }
  }

  @Test
  void timeWithoutCallsIsNoOutage() {
    began(100);
    reached(100);
    began(10_000);
    reached(10_001);
    assertThat(judges(10_001)).isTrue();
  }

  @Test
  void liveNodesGetOneRenewIntervalAfterTheFirstResponse() {
    began(100);
    reached(112);
    assertThat(judges(112)).isFalse();
    began(121);
    reached(121);
    assertThat(judges(121)).isFalse();
    began(122);
    reached(122);
    assertThat(judges(122)).isTrue();
    assertThat(judges(123)).isTrue();
  }

  @Test
  void nodeStartedInOutageCountsFromItsFirstTry() {
    began(100);
    began(111);
    reached(112);
    assertThat(judges(112)).isFalse();
  }

  @Test
  void repeatedOutagesDelayJudgementAtMostThreeTimes() {
    for (int rest = 1; rest <= 3; rest++) {
      began(rest * 12 - 12);
      reached(rest * 12);
      assertThat(judges(rest * 12)).isFalse();
    }
    began(36);
    reached(48);
    assertThat(judges(48)).isTrue();
    began(48);
    reached(60);
    assertThat(judges(60)).isFalse();
  }
}
