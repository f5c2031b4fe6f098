package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPatroni;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Three PostgreSQL servers under Patroni, which promotes a standby by itself. */
final class Patroni implements Servers {
  private static final String NAME = "payouts";

  private final LocalPatroni cluster = LocalPatroni.of(3);
  private final DatabaseAddress first = cluster.leader("postgres");

  Patroni() throws Exception {
    Sql.run(first, "CREATE DATABASE " + NAME);
    Sql.await(first, "1", "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'");
    Sql.await(first, "2", "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'");
  }

  @Override
  public DatabaseAddress address(int node) {
    String hosts =
        cluster.ports().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    return new DatabaseAddress(
        "jdbc:postgresql://"
            + hosts
            + "/"
            + NAME
            + "?targetServerType=primary&connectTimeout=2&socketTimeout=5&hostRecheckSeconds=1",
        first.user(),
        first.password());
  }

  @Override
  public DatabaseAddress survivor() {
    return cluster.leader(NAME);
  }

  /** Ends the leader's Patroni and PostgreSQL at once, like a failure of their machine. */
  void killLeader() {
    cluster.killLeader();
  }

  /** Switches over through Patroni's own interface, as an operator does. */
  void switchOver() {
    cluster.switchOver();
  }

  /**
   * Pauses the leader's Patroni and PostgreSQL, and resumes them long after another member leads.
   */
  void stopLeader(Load load) throws Exception {
    Runnable goOn = cluster.pauseLeader();
    load.more(Trial.LOAD);
    goOn.run();
    TimeUnit.SECONDS.sleep(3);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
