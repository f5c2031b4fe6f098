package dev.baton.jdbc.node;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalGalera;
import dev.baton.local.LocalMariaDb;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/** Three Galera servers that all tests of this JVM share. */
final class GaleraServers {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private static final class Started {
    static final LocalGalera CLUSTER = LocalGalera.of(3);
  }

  private GaleraServers() {}

  /** Creates a database, accessed through the first server. */
  static DatabaseAddress withOneWriter() {
    return newDatabase("sequential", 1);
  }

  /** Creates a database. Each connection goes to any of the servers, all of which accept writes. */
  static DatabaseAddress withThreeWriters() {
    // Changes and inserts wait like reads: a test's tables may be new on another server.
    return newDatabase("loadbalance", 7);
  }

  private static DatabaseAddress newDatabase(String mode, int waits) {
    Assumptions.assumeTrue(
        LocalGalera.isInstalled(), "Galera isn't installed: install Debian's package galera-4");
    String name = "galera" + NAMES.incrementAndGet();
    List<LocalMariaDb> members = Started.CLUSTER.members();
    // All servers apply definitions in one order, so after this call each of them has the database.
    members.forEach(member -> member.database(name));
    DatabaseAddress address = members.get(0).existing(name);
    String hosts =
        members.stream()
            .map(member -> "127.0.0.1:" + member.port())
            .collect(Collectors.joining(","));
    return new DatabaseAddress(
        "jdbc:mariadb:%s://%s/%s?sessionVariables=wsrep_sync_wait=%d"
            .formatted(mode, hosts, name, waits),
        address.user(),
        address.password());
  }
}
