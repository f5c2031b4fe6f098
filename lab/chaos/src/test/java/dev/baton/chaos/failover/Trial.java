package dev.baton.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Repeats a fault under load {@code -Dbaton.failover.runs} times, each time on separate servers. In
 * every setup, each existing business row has its task's effect, and no effect in a transaction
 * exists twice.
 */
final class Trial<S extends Servers> {
  static final int LOAD = 150;
  private static final int RUNS = Integer.getInteger("baton.failover.runs", 1);

  private final String name;
  private final Callable<S> servers;

  private Trial(String name, Callable<S> servers) {
    this.name = name;
    this.servers = servers;
  }

  /** A fault to inject into the servers between the first and the last part of the load. */
  interface Fault<S> {
    void strike(S servers, Load load) throws Exception;
  }

  static <S extends Servers> Trial<S> of(String name, Callable<S> servers) {
    return new Trial<>(name, servers);
  }

  /** Checks that no acknowledged transaction is lost. */
  void losesNothing(Fault<S> fault) throws Exception {
    for (Account account : run(fault)) {
      assertThat(account.lost()).as("acknowledged and not there").isZero();
    }
  }

  /** Checks that the fault loses some acknowledged transactions. */
  void losesSome(Fault<S> fault) throws Exception {
    for (Account account : run(fault)) {
      assertThat(account.lost()).as("acknowledged and not there").isPositive();
    }
  }

  List<Account> run(Fault<S> fault) throws Exception {
    List<Account> accounts = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      accounts.add(once(fault));
    }
    if (RUNS > 1) {
      long[] pauses = accounts.stream().mapToLong(Account::pauseMillis).sorted().toArray();
      tell("pause: median " + pauses[RUNS / 2] + " ms, worst " + pauses[RUNS - 1] + " ms");
      tell("acknowledged " + accounts.stream().mapToInt(Account::acknowledged).sum());
    }
    return accounts;
  }

  private Account once(Fault<S> fault) throws Exception {
    try (S started = servers.call();
        Load load = Load.start(started)) {
      load.more(LOAD);
      fault.strike(started, load);
      load.more(LOAD);
      load.end();
      Account account = Account.of(load, started.survivor());
      tell(account + ", refused " + load.refusals());
      assertThat(account.missing()).as("without their effect").isZero();
      assertThat(account.doubledInside()).as("doubled in transactions").isZero();
      return account;
    }
  }

  private void tell(String words) {
    System.out.println("failover: " + name + ": " + words);
  }
}
