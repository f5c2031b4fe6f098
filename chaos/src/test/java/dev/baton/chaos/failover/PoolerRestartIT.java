package dev.baton.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPgBouncer;
import dev.baton.local.LocalPostgres;
import java.util.Map;
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
  private static final int LOAD = 150;

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void aPoolerThatIsKilledLosesNothingAndRepeatsNothingInTransactions(String mode)
      throws Exception {
    Assumptions.assumeTrue(
        LocalPgBouncer.isInstalled(), "pgbouncer isn't installed: install Debian's package");
    LocalPostgres server = LocalPostgres.temporary(Map.of());
    try {
      DatabaseAddress direct = server.database("payouts");
      try (LocalPgBouncer pooler = LocalPgBouncer.before(direct, server.port(), mode);
          Load load = Load.start(through(pooler))) {
        load.more(LOAD);
        pooler.restart();
        load.more(LOAD);
        load.end();
        Account account = Account.of(load, direct);
        System.out.println("failover: pgbouncer, " + mode + " pooling, kill -9: " + account);
        assertThat(account.lost()).as("acknowledged and not there").isZero();
        assertThat(account.missing()).as("without their effect").isZero();
        assertThat(account.doubledInside()).as("doubled in transactions").isZero();
      }
    } finally {
      server.stop();
    }
  }

  private static DatabaseAddress through(LocalPgBouncer pooler) {
    DatabaseAddress address = pooler.address();
    return new DatabaseAddress(
        address.url() + "?prepareThreshold=0&socketTimeout=5", address.user(), address.password());
  }
}
