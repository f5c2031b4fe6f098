package dev.baton.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.cluster.StoreWarning.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A MariaDB primary falls under load, and its replica takes over. */
@EnabledIfSystemProperty(named = "baton.failover", matches = "all")
@Execution(ExecutionMode.SAME_THREAD)
final class MariaDbReplicaIT {

  @Test
  void aSemiSynchronousReplicaLosesNothing() throws Exception {
    Trial.of("MariaDB, semi-synchronous, kill -9", MariaDbPair::semiSynchronous)
        .losesNothing(
            (pair, load) -> {
              assertThat(load.warnings()).doesNotContain(Kind.NO_SYNCHRONOUS_STANDBY);
              pair.killPrimary();
              pair.promote();
            });
  }

  @Test
  void anAsynchronousReplicaLosesWhatItDidNotHaveAndThatIsToldBefore() throws Exception {
    Trial.of("MariaDB, asynchronous, the replica cut off, kill -9", MariaDbPair::asynchronous)
        .losesSome(
            (pair, load) -> {
              assertThat(load.warnings()).contains(Kind.NO_SYNCHRONOUS_STANDBY);
              pair.cutReplicaOff();
              load.more(Trial.LOAD);
              pair.killPrimary();
              pair.promote();
            });
  }
}
