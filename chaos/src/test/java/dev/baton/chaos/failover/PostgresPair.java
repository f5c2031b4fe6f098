package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.local.proxy.FaultyProxy;
import java.sql.SQLException;
import java.util.Map;

/** A PostgreSQL primary and its standby, and the one URL under which clients find the primary. */
final class PostgresPair implements Pair {
  private static final String NAME = "payouts";
  private static final String SYNC_STATE = "SELECT sync_state FROM pg_stat_replication";

  private final LocalPostgres primary = LocalPostgres.temporary(Map.of());
  private final DatabaseAddress first = primary.database(NAME);
  private final FaultyProxy link;
  private final LocalPostgres standby;
  private boolean isPromoted;

  /** The standby follows the primary through a proxy, which can be cut. */
  private PostgresPair() throws Exception {
    this.standby = primary.newStandby();
    this.link = FaultyProxy.start(primary.port(), FaultyProxy.Protocol.POSTGRESQL);
    String way = Sql.row(second(), "SHOW primary_conninfo").get("primary_conninfo");
    follow(way.replace("port=" + primary.port(), "port=" + link.port()));
    Sql.await(first, "streaming", "SELECT state FROM pg_stat_replication");
  }

  /** Commits don't wait for the standby. */
  static PostgresPair asynchronous() throws Exception {
    return new PostgresPair();
  }

  /** Commits wait until the standby has them on its disk. */
  static PostgresPair synchronous() throws Exception {
    PostgresPair pair = new PostgresPair();
    Sql.run(pair.first, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    Sql.run(pair.first, "SELECT pg_reload_conf()");
    Sql.await(pair.first, "sync", SYNC_STATE);
    return pair;
  }

  /** Leads to whichever of the two is the primary. */
  @Override
  public DatabaseAddress address(int node) {
    return new DatabaseAddress(
        "jdbc:postgresql://127.0.0.1:"
            + primary.port()
            + ",127.0.0.1:"
            + standby.port()
            + "/"
            + NAME
            + "?targetServerType=primary&connectTimeout=2&socketTimeout=5&hostRecheckSeconds=1",
        first.user(),
        first.password());
  }

  @Override
  public DatabaseAddress survivor() {
    return isPromoted ? second() : first;
  }

  /** The standby's database, which only it answers for. */
  private DatabaseAddress second() {
    return standby.existing(NAME);
  }

  @Override
  public void cutStandbyOff() throws Exception {
    follow("");
    Sql.await(first, "0", "SELECT count(*) FROM pg_stat_replication");
  }

  private void follow(String way) throws SQLException {
    Sql.run(second(), "ALTER SYSTEM SET primary_conninfo = '" + way + "'");
    Sql.run(second(), "SELECT pg_reload_conf()");
  }

  /** The primary and the standby don't hear from each other any more; clients reach both. */
  void partition() {
    link.silence(true);
  }

  void killStandby() {
    standby.kill();
  }

  /** The standby comes back, and follows the primary again. */
  void restartStandby() {
    standby.restart();
  }

  /** As a person does it: the primary ends its sessions and stops, then the standby takes over. */
  void switchOver() throws SQLException {
    primary.shutDown();
    promote();
  }

  @Override
  public void killPrimary() {
    primary.kill();
  }

  @Override
  public void stopPrimary() {
    primary.pause();
  }

  @Override
  public void letPrimaryGoOn() {
    primary.goOn();
  }

  @Override
  public void promote() throws SQLException {
    Sql.run(second(), "SELECT pg_promote(true, 60)");
    // The new primary has no standby of its own to wait for.
    Sql.run(second(), "ALTER SYSTEM RESET synchronous_standby_names");
    Sql.run(second(), "SELECT pg_reload_conf()");
    isPromoted = true;
  }

  @Override
  public void close() {
    standby.stop();
    primary.stop();
    link.close();
  }
}
