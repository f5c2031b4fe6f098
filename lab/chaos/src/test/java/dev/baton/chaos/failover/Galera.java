package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalGalera;
import dev.baton.local.LocalMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three MariaDB servers with Galera. The final rows are read from the third. */
final class Galera implements Servers {
  private static final int SIZE = 3;
  private static final String NAME = "payouts";

  private final LocalGalera cluster = LocalGalera.of(SIZE);
  private final DatabaseAddress first = cluster.members().get(0).database(NAME);
  private final boolean hasOneWriter;

  private Galera(boolean hasOneWriter) {
    this.hasOneWriter = hasOneWriter;
  }

  /** Returns a cluster whose nodes all write to the first member that responds. */
  static Galera oneWriter() {
    return new Galera(true);
  }

  /**
   * Returns a cluster where each of three nodes writes to its own member while that member
   * responds.
   */
  static Galera threeWriters() {
    return new Galera(false);
  }

  @Override
  public int nodes() {
    return hasOneWriter ? 2 : SIZE;
  }

  @Override
  public DatabaseAddress address(int node) {
    List<LocalMariaDb> members = cluster.members();
    String hosts =
        IntStream.range(0, SIZE)
            .map(each -> hasOneWriter ? each : (each + node) % SIZE)
            .mapToObj(each -> "127.0.0.1:" + members.get(each).port())
            .collect(Collectors.joining(","));
    return new DatabaseAddress(
        "jdbc:mariadb:sequential://"
            + hosts
            + "/"
            + NAME
            + "?connectTimeout=2000&socketTimeout=5000&retriesAllDown=2&deniedListTimeout=1000"
            + "&sessionVariables=wsrep_sync_wait=1",
        first.user(),
        first.password());
  }

  @Override
  public DatabaseAddress survivor() {
    return member(SIZE - 1);
  }

  void killFirst() {
    cluster.members().get(0).kill();
  }

  /** Pauses the first member, which keeps its connections and does not respond. */
  void stopFirst() {
    cluster.members().get(0).pause();
  }

  /** Resumes the first member, which finds that the others have removed it from the cluster. */
  void letFirstGoOn() {
    cluster.members().get(0).goOn();
  }

  /** Cuts the first member off from the others in both directions; clients reach all members. */
  void cutFirstOff(boolean isCut) throws SQLException {
    try (Connection connection = member(0).connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SET GLOBAL wsrep_provider_options = 'gmcast.isolate=" + (isCut ? 1 : 0) + "'");
    }
  }

  private DatabaseAddress member(int number) {
    return cluster.members().get(number).existing(NAME);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
