package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A Galera cluster of MariaDB servers on this machine. A paused member catches up by itself when it
 * resumes; a killed member does not return. Thread-safe.
 */
public final class LocalGalera implements AutoCloseable {
  private static final Path PROVIDER = Path.of("/usr/lib/galera/libgalera_smm.so");

  /**
   * How a starting member gets its position in the cluster's log. All members begin with the same
   * data, so the donor only sends its position. Missing writes come from the donor's memory.
   */
  private static final String STATE_TRANSFER =
      """
      #!/bin/sh
      while [ $# -gt 0 ]; do
        case $1 in
          --role) role=$2; shift ;;
          --address) address=$2; shift ;;
          --gtid) place=$2; shift ;;
          --bypass) isShort=yes ;;
        esac
        shift
      done
      if [ "$role" = joiner ]; then
        answer=$(mktemp)
        echo "ready $answer"
        tries=0
        while [ ! -s "$answer" ] && [ $tries -lt 600 ]; do sleep 0.1; tries=$((tries + 1)); done
        cat "$answer"
        rm "$answer"
      else
        [ "$isShort" = yes ] || exit 1
        echo "$place" >"$address"
        echo "done $place"
      fi
      """;

  private final List<LocalMariaDb> members = new ArrayList<>();

  private LocalGalera() {}

  /** Returns whether the Galera library is installed, as by Debian's package galera-4. */
  public static boolean isInstalled() {
    return Files.exists(PROVIDER);
  }

  /** Starts this number of members, all of which accept writes. */
  public static LocalGalera of(int size) {
    int[] ports = IntStream.range(0, size).map(each -> KillableServer.freePort()).toArray();
    Path folder = newFolder();
    MariaDbInstance first = new MariaDbInstance(folder, options(ports, 0));
    first.initialise();
    giveClusterId(first, folder);
    LocalGalera cluster = new LocalGalera();
    try {
      List<Path> copies = new ArrayList<>();
      IntStream.range(1, size).forEach(each -> copies.add(newFolder()));
      List<MariaDbInstance> others = new ArrayList<>();
      for (int i = 1; i < size; i++) {
        others.add(first.copy(copies.get(i - 1), options(ports, i)));
      }
      cluster.members.add(LocalMariaDb.temporary(first, folder));
      for (int i = 1; i < size; i++) {
        cluster.members.add(LocalMariaDb.temporary(others.get(i - 1), copies.get(i - 1)));
      }
      cluster.awaitReady();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Returns the servers in the order in which they were started. */
  public List<LocalMariaDb> members() {
    return List.copyOf(members);
  }

  @Override
  public void close() {
    members.forEach(LocalMariaDb::stop);
  }

  /**
   * Waits until all members accept statements. A member accepts connections earlier, and it rejects
   * statements for a while when another member joins.
   */
  private void awaitReady() {
    if (!Patience.until(() -> members.stream().allMatch(this::isReady))) {
      throw new IllegalStateException("The servers of a Galera cluster didn't find each other");
    }
  }

  private boolean isReady(LocalMariaDb member) {
    try (Connection connection = member.existing("").connect();
        Statement statement = connection.createStatement()) {
      return "ON".equals(status(statement, "wsrep_ready"))
          && String.valueOf(members.size()).equals(status(statement, "wsrep_cluster_size"));
    } catch (SQLException e) {
      return false;
    }
  }

  private static String status(Statement statement, String name) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + name + "'")) {
      return rows.next() ? rows.getString(2) : "";
    }
  }

  /**
   * Creates the cluster's id and ends the server at once. Each copy of the data is a member from
   * then on.
   */
  private static void giveClusterId(MariaDbInstance first, Path folder) {
    try {
      Path end = folder.resolve("end.sql");
      PrivateFiles.write(end, "SHUTDOWN;\n");
      List<String> words = new ArrayList<>(first.serverCommand(KillableServer.freePort()));
      words.add("--init-file=" + end);
      Command.mustRun(words);
    } catch (IOException e) {
      throw new UncheckedIOException("Can't create a cluster in " + folder, e);
    }
  }

  private static Path newFolder() {
    try {
      Path folder = TemporaryServer.newFolder("baton-galera");
      Path program = folder.resolve("wsrep_sst_place");
      PrivateFiles.write(program, STATE_TRANSFER);
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] options(int[] ports, int member) {
    String others =
        Arrays.stream(ports).mapToObj(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    int port = ports[member];
    return new String[] {
      "--wsrep-on=ON",
      "--wsrep-provider=" + PROVIDER,
      // Without this plugin wsrep_provider_options may be changed while the server runs.
      "--plugin-wsrep-provider=OFF",
      "--wsrep-cluster-name=baton",
      // The first member creates the cluster; the others connect to a member that already runs.
      "--wsrep-cluster-address=gcomm://" + (member == 0 ? "" : others),
      "--wsrep-node-address=127.0.0.1:" + port,
      "--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:"
          + port
          + ";ist.recv_addr=127.0.0.1:"
          + KillableServer.freePort()
          + ";gcache.size=32M",
      "--wsrep-sst-method=place",
      "--binlog-format=ROW",
      "--innodb-autoinc-lock-mode=2"
    };
  }
}
