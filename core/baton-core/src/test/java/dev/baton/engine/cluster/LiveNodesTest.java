package dev.baton.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.task.rule.NodeStart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which nodes count as live, by a clock that doesn't jump. */
class LiveNodesTest {
  private static final Instant TIME = Instant.parse("2026-03-01T08:00:00Z");
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final NodeStart START = new NodeStart(7);

  private final LiveNodes live = new LiveNodes();

  @Test
  void nodeIsLiveWhileItsBeatsChangeEvenIfTheStoreClockJumps() {
    see(0, TIME, null);
    see(10, TIME.minusSeconds(3_600), null);
    see(20, TIME.plusSeconds(3_600), null);
    assertThat(isLive(30)).isTrue();
  }

  @Test
  void aNodeWhoseBeatStaysTheSameIsSilent() {
    for (int second = 0; second <= 15; second += 5) {
      see(second, TIME, null);
    }
    assertThat(isLive(15)).isTrue();
    see(20, TIME, null);
    assertThat(isLive(20)).isFalse();
  }

  @Test
  void aNodeThatHasLeftOrIsListedNoLongerIsNotLive() {
    see(0, TIME, null);
    see(5, TIME.plusSeconds(5), TIME.plusSeconds(5));
    assertThat(isLive(5)).isFalse();
    live.see(List.of(), second(6));
    assertThat(isLive(6)).isFalse();
  }

  private boolean isLive(int second) {
    return live.leaseOf(START.owner(12), second(second)).equals(java.util.Optional.of(LEASE));
  }

  private void see(int second, Instant heardAt, @Nullable Instant leftAt) {
    NodeInfo.Card card =
        new NodeInfo.Card(
            START.firstOwner(),
            "n",
            "1",
            NodeRole.SERVER,
            LEASE,
            new TreeSet<>(),
            new TreeSet<>(),
            new TreeMap<>(),
            List.of());
    live.see(List.of(new NodeInfo(card, TIME, heardAt, leftAt)), second(second));
  }

  private static long second(int second) {
    return Duration.ofSeconds(second).toNanos();
  }
}
