package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import java.sql.SQLException;
import java.util.Map;

/** A MariaDB primary and its replica, with one URL under which clients try both. */
final class MariaDbPair implements Pair {
  private static final String NAME = "payouts";

  /** A user without root's right to write while read_only is on. */
  private static final String USER = "service";

  private final LocalMariaDb primary;
  private final LocalMariaDb replica;
  private final DatabaseAddress first;

  private MariaDbPair(String... options) throws Exception {
    this.primary = server(1, options);
    this.replica = server(2, options);
    this.first = primary.database(NAME);
    Sql.run(first, "CREATE USER " + USER + " IDENTIFIED BY '" + first.password() + "'");
    Sql.run(first, "GRANT ALL ON " + NAME + ".* TO " + USER);
    Sql.run(
        second(),
        "CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = "
            + primary.port()
            + ", MASTER_USER = '"
            + first.user()
            + "', MASTER_PASSWORD = '"
            + first.password()
            + "', MASTER_USE_GTID = slave_pos, MASTER_SSL = 0, MASTER_CONNECT_RETRY = 1");
    Sql.run(second(), "SET GLOBAL read_only = ON");
    Sql.run(second(), "START SLAVE");
    Sql.await(first, "1", "SHOW STATUS LIKE 'Slaves_connected'");
    Sql.await(second(), USER, "SELECT user FROM mysql.user WHERE user = '" + USER + "'");
  }

  /** Returns a pair whose commits don't wait for the replica. */
  static MariaDbPair asynchronous() throws Exception {
    return new MariaDbPair();
  }

  /**
   * Returns a pair whose commits wait until the replica has them, for at most ten seconds: the
   * server's default.
   */
  static MariaDbPair semiSynchronous() throws Exception {
    MariaDbPair pair =
        new MariaDbPair(
            "--rpl-semi-sync-master-enabled=ON",
            "--rpl-semi-sync-master-wait-point=AFTER_SYNC",
            "--rpl-semi-sync-slave-enabled=ON");
    Sql.await(pair.first, "ON", "SHOW STATUS LIKE 'Rpl_semi_sync_master_status'");
    return pair;
  }

  private static LocalMariaDb server(int number, String... options) {
    String[] all = new String[options.length + 4];
    System.arraycopy(options, 0, all, 4, options.length);
    all[0] = "--server-id=" + number;
    all[1] = "--log-bin";
    all[2] = "--log-slave-updates";
    all[3] = "--sync-binlog=1";
    return LocalMariaDb.anotherTemporary(all);
  }

  @Override
  public DatabaseAddress address(int node) {
    return new DatabaseAddress(
        "jdbc:mariadb:sequential://127.0.0.1:"
            + primary.port()
            + ",127.0.0.1:"
            + replica.port()
            + "/"
            + NAME
            + "?connectTimeout=2000&socketTimeout=5000&retriesAllDown=2&deniedListTimeout=1000",
        USER,
        first.password());
  }

  @Override
  public DatabaseAddress survivor() {
    return replica.existing(NAME);
  }

  private DatabaseAddress second() {
    return replica.existing("");
  }

  @Override
  public void cutStandbyOff() throws SQLException {
    Sql.run(second(), "STOP SLAVE IO_THREAD");
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
    // The replica applies everything it has received, and then accepts writes.
    Sql.run(second(), "STOP SLAVE IO_THREAD");
    Map<String, String> state = Sql.row(second(), "SHOW SLAVE STATUS");
    Sql.run(second(), "SELECT MASTER_GTID_WAIT('" + state.get("Gtid_IO_Pos") + "', 60)");
    Sql.run(second(), "STOP SLAVE");
    Sql.run(second(), "RESET SLAVE ALL");
    Sql.run(second(), "SET GLOBAL read_only = OFF");
  }

  /**
   * Switches over by hand: the primary accepts no more writes, the replica takes over, the primary
   * ends.
   */
  void switchOver() throws SQLException {
    Sql.run(first, "SET GLOBAL read_only = ON");
    String all = Sql.row(first, "SELECT @@GLOBAL.gtid_current_pos AS place").get("place");
    Sql.run(second(), "SELECT MASTER_GTID_WAIT('" + all + "', 60)");
    promote();
    Sql.run(first, "SHUTDOWN");
  }

  @Override
  public void close() {
    replica.stop();
    primary.stop();
  }
}
