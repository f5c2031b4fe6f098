package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.zookeeper.Permits.Told;
import dev.baton.zookeeper.Permits.Wish;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PermitsTest {
  private static final Wish NOTHING = new Wish(0, false, 0);

  private long now = 1_000;
  private final Permits permits = new Permits("", 4, now);

  @Test
  void releasedPermitServesTheNextUseDirectly() {
    permits.told(new Told(1, 0, 0, 1), now);
    for (int i = 0; i < 3; i++) {
      assertThat(permits.take()).isTrue();
      assertThat(permits.take()).isFalse();
      assertThat(permits.release(now)).isFalse();
      assertThat(permits.wish(now)).isEqualTo(NOTHING);
    }
  }

  @Test
  void permitGoesBackAfterItsUseIfOthersWait() {
    permits.told(new Told(2, 0, 1, 5), now);
    assertThat(permits.take()).isTrue();
    assertThat(permits.take()).isTrue();
    assertThat(permits.release(now)).isTrue();
    assertThat(permits.take()).isFalse();
    assertThat(permits.wish(now).giveBack()).isOne();
    // One node waits, one permit goes back. The next permit is ours.
    assertThat(permits.release(now)).isFalse();
    assertThat(permits.take()).isTrue();
  }

  @Test
  void eachWaitingNodeGetsOnePermitPerTurn() {
    permits.told(new Told(4, 0, 1, 5), now);
    for (int i = 0; i < 4; i++) {
      assertThat(permits.take()).isTrue();
    }
    assertThat(permits.release(now)).isTrue();
    permits.wish(now);
    permits.gaveBack();
    permits.told(new Told(3, 0, 1, 5), now);
    // Another node already waits and gets its turn.
    assertThat(permits.release(now)).isFalse();
    assertThat(permits.take()).isTrue();
    pass(Duration.ofMillis(201));
    assertThat(permits.release(now)).isTrue();
    assertThat(permits.take()).isFalse();
  }

  @Test
  void onlyContinuouslyFreePermitsGoBack() {
    permits.told(new Told(4, 0, 0, 4), now);
    for (int i = 0; i < 3; i++) {
      assertThat(permits.take()).isTrue();
    }
    permits.release(now);
    permits.release(now);
    pass(Duration.ofSeconds(4));
    assertThat(permits.wish(now)).isEqualTo(new Wish(1, false, 0));
  }

  @Test
  void freePermitIsKeptShorterIfOthersWait() {
    permits.told(new Told(1, 0, 2, 6), now);
    pass(Duration.ofMillis(400));
    assertThat(permits.wish(now)).isEqualTo(NOTHING);
    pass(Duration.ofMillis(200));
    assertThat(permits.wish(now)).isEqualTo(new Wish(1, false, 0));
  }

  @Test
  void requestsGrowWhileThereIsRoomAndAreSingleOtherwise() {
    permits.told(new Told(2, 0, 0, 2), now);
    assertThat(permits.take()).isTrue();
    assertThat(permits.take()).isTrue();
    permits.refused(now);
    assertThat(permits.wish(now)).isEqualTo(new Wish(0, false, 2));
    permits.told(new Told(2, 0, 0, 4), now);
    assertThat(permits.wish(now)).isEqualTo(new Wish(0, false, 1));
    permits.told(new Told(2, 1, 0, 5), now);
    assertThat(permits.wish(now)).isEqualTo(NOTHING);
    pass(Duration.ofSeconds(2));
    assertThat(permits.wish(now)).isEqualTo(new Wish(0, true, 0));
  }

  @Test
  void requestsNeverExceedTheLimit() {
    permits.told(new Told(4, 0, 0, 4), now);
    for (int i = 0; i < 4; i++) {
      assertThat(permits.take()).isTrue();
    }
    permits.refused(now);
    assertThat(permits.wish(now)).isEqualTo(NOTHING);
    assertThat(permits.needsKeeper(now)).isFalse();
  }

  @Test
  void runningUsesGetPermitsFirstAfterLostSession() {
    permits.told(new Told(3, 0, 0, 3), now);
    for (int i = 0; i < 3; i++) {
      assertThat(permits.take()).isTrue();
    }
    permits.lost();
    assertThat(permits.take()).isFalse();
    permits.told(new Told(0, 0, 0, 0), now);
    assertThat(permits.wish(now)).isEqualTo(new Wish(0, false, 3));
    permits.told(new Told(3, 0, 0, 3), now);
    assertThat(permits.take()).isFalse();
    permits.release(now);
    assertThat(permits.take()).isTrue();
  }

  @Test
  void permitInUseIsKeptIfTheReplyOfDeletionIsLost() {
    permits.told(new Told(2, 0, 1, 5), now);
    assertThat(permits.take()).isTrue();
    assertThat(permits.take()).isTrue();
    permits.release(now);
    assertThat(permits.wish(now).giveBack()).isOne();
    // The node was deleted without a notification, so the list has one entry less.
    permits.told(new Told(1, 0, 0, 4), now);
    assertThat(permits.wish(now).giveBack()).isZero();
  }

  @Test
  void unusedLimitMayBeForgotten() {
    permits.refused(now);
    assertThat(permits.isIdle(now)).isFalse();
    pass(Duration.ofSeconds(2));
    assertThat(permits.isIdle(now)).isTrue();
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
