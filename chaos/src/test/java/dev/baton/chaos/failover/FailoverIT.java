package dev.baton.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.cluster.StoreWarning;
import dev.baton.api.cluster.StoreWarning.Kind;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A primary falls under load, and its standby takes over: what is lost and what is repeated. {@code
 * -Dbaton.failover=all} has the longer ones run, too.
 */
@Execution(ExecutionMode.SAME_THREAD)
final class FailoverIT {
  private static final int LOAD = 150;

  @Test
  void aSynchronousStandbyLosesNothingAndRepeatsNothingInTransactions() throws Exception {
    try (Pair pair = Pair.synchronous();
        Load load = Load.start(pair.address())) {
      load.more(LOAD);
      assertThat(kinds(load)).doesNotContain(Kind.NO_SYNCHRONOUS_STANDBY);
      pair.killPrimary();
      pair.promote();
      load.more(LOAD);
      load.end();
      Account account = told("synchronous, kill -9", Account.of(load, pair.second()));
      assertThat(account.lost()).as("acknowledged and not there").isZero();
      assertThat(account.missing()).as("without their effect").isZero();
      assertThat(account.doubledInside()).as("doubled in transactions").isZero();
    }
  }

  @Test
  void anAsynchronousStandbyLosesWhatItDidNotHaveAndThatIsToldBefore() throws Exception {
    try (Pair pair = Pair.asynchronous();
        Load load = Load.start(pair.address())) {
      load.more(LOAD);
      assertThat(kinds(load)).contains(Kind.NO_SYNCHRONOUS_STANDBY);
      pair.cutStandbyOff();
      load.more(LOAD);
      pair.killPrimary();
      pair.promote();
      load.more(LOAD);
      load.end();
      Account account =
          told("asynchronous, the standby cut off, kill -9", Account.of(load, pair.second()));
      assertThat(account.lost()).as("acknowledged and not there").isPositive();
      assertThat(account.missing()).as("without their effect").isZero();
      assertThat(account.doubledInside()).as("doubled in transactions").isZero();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "baton.failover", matches = "all")
  void aFormerPrimaryThatGoesOnBesideTheNewOneTakesNothingThatIsAcknowledged() throws Exception {
    try (Pair pair = Pair.synchronous();
        Load load = Load.start(pair.address())) {
      load.more(LOAD);
      pair.stopPrimary();
      pair.promote();
      load.more(LOAD);
      pair.letPrimaryGoOn();
      TimeUnit.SECONDS.sleep(3);
      pair.killPrimary();
      load.more(LOAD);
      load.end();
      Account account = told("synchronous, SIGSTOP and return", Account.of(load, pair.second()));
      assertThat(account.lost()).as("acknowledged and not there").isZero();
      assertThat(account.missing()).as("without their effect").isZero();
      assertThat(account.doubledInside()).as("doubled in transactions").isZero();
    }
  }

  private static List<Kind> kinds(Load load) {
    return load.nodes().stream()
        .flatMap(node -> node.cluster().storeWarnings().stream())
        .map(StoreWarning::kind)
        .toList();
  }

  private static Account told(String setting, Account account) {
    System.out.println("failover: " + setting + ": " + account);
    return account;
  }
}
