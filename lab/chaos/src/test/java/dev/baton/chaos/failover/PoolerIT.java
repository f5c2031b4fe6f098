package dev.baton.chaos.failover;

import dev.baton.local.LocalPgBouncer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests pgbouncer, or the primary behind it, that is killed under load: what is lost and what is
 * repeated.
 */
@Tag("deep")
@Execution(ExecutionMode.SAME_THREAD)
final class PoolerIT {
  @BeforeAll
  static void find() {
    Assumptions.assumeTrue(
        LocalPgBouncer.isInstalled(), "pgbouncer isn't installed: install Debian's package");
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void aPoolerThatIsKilledLosesNothingAndRepeatsNothingInTransactions(String mode)
      throws Exception {
    Trial.of("pgbouncer, " + mode + " pooling, kill -9", () -> new PooledServer(mode))
        .losesNothing((servers, load) -> servers.restartPooler());
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void aSynchronousStandbyBehindAPoolerLosesNothingAndRepeatsNothingInTransactions(String mode)
      throws Exception {
    Trial.of("pgbouncer, " + mode + " pooling, primary killed", () -> new PooledPair(mode))
        .losesNothing((pair, load) -> pair.failOver());
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void aFormerPrimaryBehindAPoolerThatGoesOnTakesNothingThatIsAcknowledged(String mode)
      throws Exception {
    Trial.of("pgbouncer, " + mode + " pooling, primary stopped", () -> new PooledPair(mode))
        .losesNothing((pair, load) -> pair.failOverBesideThePrimary(load));
  }
}
