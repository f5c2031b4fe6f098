package dev.baton.chaos.failover;

import dev.baton.local.LocalPatroni;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that Patroni notices a missing leader and promotes another member. */
@Tag("deep")
@Execution(ExecutionMode.SAME_THREAD)
final class PatroniIT {

  @BeforeAll
  static void find() {
    Assumptions.assumeTrue(
        LocalPatroni.isInstalled(),
        "Patroni isn't installed: install Debian's packages patroni, etcd-server and postgresql");
  }

  @Test
  void killedLeaderLosesNoCommit() throws Exception {
    Trial.of("Patroni, synchronous, ttl 20 s, kill -9", Patroni::new)
        .losesNothing((patroni, load) -> patroni.killLeader());
  }

  @Test
  void aSwitchoverLosesNothing() throws Exception {
    Trial.of("Patroni, synchronous, switchover", Patroni::new)
        .losesNothing((patroni, load) -> patroni.switchOver());
  }

  @Test
  void pausedLeaderThatReturnsLosesNoAcknowledgedCommit() throws Exception {
    Trial.of("Patroni, synchronous, ttl 20 s, SIGSTOP and return", Patroni::new)
        .losesNothing((patroni, load) -> patroni.stopLeader(load));
  }
}
