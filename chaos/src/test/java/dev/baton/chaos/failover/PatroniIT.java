package dev.baton.chaos.failover;

import dev.baton.local.LocalPatroni;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Patroni finds that the leader is gone, and has another member lead. */
@EnabledIfSystemProperty(named = "baton.failover", matches = "all")
@Execution(ExecutionMode.SAME_THREAD)
final class PatroniIT {

  @Test
  void aLeaderThatFallsTakesNothingWithIt() throws Exception {
    Assumptions.assumeTrue(
        LocalPatroni.isInstalled(),
        "Patroni isn't installed: install Debian's packages patroni, etcd-server and postgresql");
    Trial.of("Patroni, synchronous, ttl 20 s, kill -9", Patroni::new)
        .losesNothing((patroni, load) -> patroni.killLeader());
  }
}
