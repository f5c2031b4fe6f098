package dev.baton.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.network.LocalNetwork;
import dev.baton.operate.cluster.StoreWarning.Kind;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a primary that fails under load and its standby that takes over: what is lost and what is
 * repeated.
 */
@Tag("deep")
@Execution(ExecutionMode.SAME_THREAD)
final class FailoverIT {
  @Test
  void aSynchronousStandbyLosesNothingAndRepeatsNothingInTransactions() throws Exception {
    Trial.of("synchronous, kill -9", PostgresPair::synchronous)
        .losesNothing(
            (pair, load) -> {
              assertThat(load.warnings()).doesNotContain(Kind.NO_SYNCHRONOUS_STANDBY);
              pair.failOver();
            });
  }

  @Test
  void asynchronousStandbyLosesUnsentCommitsAndNodesWarnBefore() throws Exception {
    Trial.of("asynchronous, the standby cut off, kill -9", PostgresPair::asynchronous)
        .losesSome(
            (pair, load) -> {
              assertThat(load.warnings()).contains(Kind.NO_SYNCHRONOUS_STANDBY);
              pair.failOverBehind(load);
            });
  }

  @Test
  void formerPrimaryThatContinuesLosesNoAcknowledgedCommit() throws Exception {
    Trial.of("synchronous, SIGSTOP and return", PostgresPair::synchronous)
        .losesNothing((pair, load) -> pair.failOverBesideThePrimary(load));
  }

  @ParameterizedTest(name = "connections to the new primary are cut: {0}")
  @ValueSource(booleans = {true, false})
  void noHandlerBeginsOnAnAsynchronousFormerPrimaryThatComesBack(boolean cut) throws Exception {
    String how = cut ? "connections cut" : "no connection cut";
    Trial.of("asynchronous, former primary comes back, " + how, PostgresPair::asynchronous)
        .run(
            (pair, load) -> {
              pair.stopPrimary();
              pair.promote();
              load.more(Trial.LOAD);
              int before = load.begunAt(pair.formerPort());
              pair.letPrimaryGoOn();
              if (cut) {
                pair.cutConnections();
              } else {
                load.renewConnections();
              }
              TimeUnit.SECONDS.sleep(5);
              assertThat(load.warnings()).contains(Kind.OLDER_SERVER);
              assertThat(load.begunAt(pair.formerPort())).as("begun there").isEqualTo(before);
              pair.killPrimary();
            });
  }

  @Test
  void aSwitchoverByHandLosesNothing() throws Exception {
    Trial.of("synchronous, switchover by hand", PostgresPair::synchronous)
        .losesNothing((pair, load) -> pair.switchOver());
  }

  @Test
  void aSwitchoverByHandLosesNothingWithAnAsynchronousStandbyEither() throws Exception {
    Trial.of("asynchronous, switchover by hand", PostgresPair::asynchronous)
        .losesNothing((pair, load) -> pair.switchOver());
  }

  @Test
  void commitsWaitForALostStandbyAndContinueWhenItReturns() throws Exception {
    Trial.of("synchronous, the standby lost for 8 s", PostgresPair::synchronous)
        .losesNothing(
            (pair, load) -> {
              pair.killStandby();
              TimeUnit.SECONDS.sleep(3);
              int before = load.count();
              TimeUnit.SECONDS.sleep(5);
              assertThat(load.count()).as("acknowledged").isEqualTo(before);
              pair.restartStandby();
            });
  }

  @Test
  void aPrimaryThatIsCutOffFromItsStandbyAcknowledgesNothingUntilItIsFenced() throws Exception {
    assumeNamespaces();
    Trial.of("synchronous, partition, promoted, fenced after 5 s", SeparatePair::start)
        .losesNothing(
            (pair, load) -> {
              pair.divide();
              pair.promote();
              TimeUnit.SECONDS.sleep(5);
              pair.killPrimary();
            });
  }

  @Test
  void isolatedPrimaryThatReturnsLosesNoAcknowledgedCommit() throws Exception {
    assumeNamespaces();
    Trial.of("synchronous, primary cut off from all, promoted, and back", SeparatePair::start)
        .losesNothing((pair, load) -> pair.failOverBehindTheNetwork(load));
  }

  private static void assumeNamespaces() {
    Assumptions.assumeTrue(
        LocalNetwork.isPossible(), "Network namespaces need root's rights and iproute2");
  }
}
