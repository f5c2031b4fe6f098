package dev.baton.chaos.failover;

import dev.baton.local.LocalPgBouncer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** pgbouncer is killed under load and comes back: what is lost and what is repeated. */
@EnabledIfSystemProperty(named = "baton.failover", matches = "all")
@Execution(ExecutionMode.SAME_THREAD)
final class PoolerRestartIT {
  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void aPoolerThatIsKilledLosesNothingAndRepeatsNothingInTransactions(String mode)
      throws Exception {
    Assumptions.assumeTrue(
        LocalPgBouncer.isInstalled(), "pgbouncer isn't installed: install Debian's package");
    Trial.of("pgbouncer, " + mode + " pooling, kill -9", () -> new PooledServer(mode))
        .losesNothing((servers, load) -> servers.restartPooler());
  }
}
