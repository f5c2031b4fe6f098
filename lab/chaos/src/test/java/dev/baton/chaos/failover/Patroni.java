package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPatroni;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Three PostgreSQL servers under Patroni, which promotes by itself. */
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

  /** Its Patroni and its PostgreSQL end at once, as when their machine does. */
  void killLeader() {
    cluster.killLeader();
  }

  /** As a person does it, by Patroni's own interface. */
  void switchOver() {
    cluster.switchOver();
  }

  /** Its Patroni and its PostgreSQL stop, and go on when another member leads long since. */
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
