package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.Host;
import dev.baton.local.LocalPostgres;
import java.net.URI;
import java.sql.SQLException;
import java.util.Map;

/** A PostgreSQL primary and its standby, with one URL under which clients find the primary. */
class PostgresPair implements Pair {
  private static final String NAME = "payouts";
  private static final String SYNC_STATE = "SELECT sync_state FROM pg_stat_replication";

  private final LocalPostgres primary;
  private final DatabaseAddress first;
  private final LocalPostgres standby;
  private boolean isPromoted;

  /** Starts a pair whose commits don't wait for the standby. */
  PostgresPair(Host one, Host two) throws Exception {
    this.primary = LocalPostgres.temporary(Map.of(), one);
    this.first = primary.database(NAME);
    this.standby = primary.newStandby(two);
    Sql.await(first, "streaming", "SELECT state FROM pg_stat_replication");
  }

  /** Returns a pair whose commits don't wait for the standby. */
  static PostgresPair asynchronous() throws Exception {
    return new PostgresPair(Host.LOOPBACK, Host.LOOPBACK);
  }

  /** Returns a pair whose commits wait until the standby has them on its disk. */
  static PostgresPair synchronous() throws Exception {
    PostgresPair pair = asynchronous();
    pair.waitForTheStandby();
    return pair;
  }

  /** Makes commits wait for the standby from now on. */
  final void waitForTheStandby() throws Exception {
    Sql.run(first, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    Sql.run(first, "SELECT pg_reload_conf()");
    Sql.await(first, "sync", SYNC_STATE);
  }

  /** Returns the address of the server that is the primary. */
  @Override
  public DatabaseAddress address(int node) {
    return new DatabaseAddress(
        "jdbc:postgresql://"
            + place(first)
            + ","
            + place(second())
            + "/"
            + NAME
            + "?targetServerType=primary&connectTimeout=2&socketTimeout=5&hostRecheckSeconds=1",
        first.user(),
        first.password());
  }

  /** Returns the host and port of a database. */
  private static String place(DatabaseAddress address) {
    return URI.create(address.url().substring("jdbc:".length())).getAuthority();
  }

  @Override
  public DatabaseAddress survivor() {
    return isPromoted ? second() : first;
  }

  /** Returns the standby's database, at the standby's address only. */
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

  /** Returns the port of the server that was the primary first. */
  int formerPort() {
    return primary.port();
  }

  /** Closes the connections to the new primary, so that its clients must connect again. */
  void cutConnections() throws SQLException {
    Sql.run(
        second(),
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
  }

  void killStandby() {
    standby.kill();
  }

  /** Restarts the standby, which follows the primary again. */
  void restartStandby() {
    standby.restart();
  }

  /**
   * Switches over by hand: the primary closes its sessions and stops, then the standby takes over.
   */
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
    // The new primary has no standby to wait for.
    Sql.run(second(), "ALTER SYSTEM RESET synchronous_standby_names");
    Sql.run(second(), "SELECT pg_reload_conf()");
    isPromoted = true;
  }

  @Override
  public void close() {
    standby.stop();
    primary.stop();
  }
}
