package dev.baton.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.cluster.StoreWarning.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests a MariaDB primary that fails under load and its replica that takes over. */
@Tag("deep")
@Execution(ExecutionMode.SAME_THREAD)
final class MariaDbReplicaIT {

  @Test
  void aSemiSynchronousReplicaLosesNothing() throws Exception {
    Trial.of("MariaDB, semi-synchronous, kill -9", MariaDbPair::semiSynchronous)
        .losesNothing(
            (pair, load) -> {
              assertThat(load.warnings()).doesNotContain(Kind.NO_SYNCHRONOUS_STANDBY);
              pair.failOver();
            });
  }

  @Test
  void aSwitchoverByHandLosesNothing() throws Exception {
    Trial.of("MariaDB, semi-synchronous, switchover by hand", MariaDbPair::semiSynchronous)
        .losesNothing((pair, load) -> pair.switchOver());
  }

  @Test
  void aSwitchoverByHandLosesNothingWithAnAsynchronousReplicaEither() throws Exception {
    Trial.of("MariaDB, asynchronous, switchover by hand", MariaDbPair::asynchronous)
        .losesNothing((pair, load) -> pair.switchOver());
  }

  @Test
  void asynchronousReplicaLosesUnsentCommitsAndNodesWarnBefore() throws Exception {
    Trial.of("MariaDB, asynchronous, the replica cut off, kill -9", MariaDbPair::asynchronous)
        .losesSome(
            (pair, load) -> {
              assertThat(load.warnings()).contains(Kind.NO_SYNCHRONOUS_STANDBY);
              pair.failOverBehind(load);
            });
  }

  /** Writes of a client to the former primary are lost, and earlier tasks may run there again. */
  @Test
  void formerPrimaryThatContinuesBrieflyDoesNotHarmTheNewPrimary() throws Exception {
    Trial.of("MariaDB, semi-synchronous, SIGSTOP and return", MariaDbPair::semiSynchronous)
        .run((pair, load) -> pair.failOverBesideThePrimary(load));
  }

  @Test
  void primaryThatGaveUpItsReplicaLosesCommitsThatOnlyItHad() throws Exception {
    Trial.of(
            "MariaDB, semi-synchronous, the replica cut off, kill -9", MariaDbPair::semiSynchronous)
        .losesSome((pair, load) -> pair.failOverBehind(load));
  }
}
