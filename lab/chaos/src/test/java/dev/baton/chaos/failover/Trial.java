package dev.baton.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A fault under load, as often as {@code -Dbaton.failover.runs} says, each time on servers of its
 * own. Whatever the set-up, each business row that is there has its task's effect, and no effect in
 * a transaction is there twice.
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

  /** What is done to the servers between the first part of the load and the last. */
  interface Fault<S> {
    void strike(S servers, Load load) throws Exception;
  }

  static <S extends Servers> Trial<S> of(String name, Callable<S> servers) {
    return new Trial<>(name, servers);
  }

  /** Nothing that was acknowledged is lost. */
  void losesNothing(Fault<S> fault) throws Exception {
    for (Account account : run(fault)) {
      assertThat(account.lost()).as("acknowledged and not there").isZero();
    }
  }

  /** The fault is such that some of what was acknowledged must be gone. */
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
