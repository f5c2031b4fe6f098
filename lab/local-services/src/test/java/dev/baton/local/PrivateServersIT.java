package dev.baton.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tests that other accounts of this machine have no access to our servers. */
@Tag("deep")
class PrivateServersIT {
  @TempDir Path parent;

  @AfterEach
  void stopWhatRuns() {
    for (KeptServer server : KeptServer.values()) {
      server.stop(parent.resolve(server.name()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void otherUsersHaveNoAccessWithoutThePassword(KeptServer server) throws Exception {
    Path folder = parent.resolve(server.name());
    DatabaseAddress address = server.open(folder);

    assertThat(address.password()).hasSizeGreaterThan(20);
    assertThat(address.toString()).doesNotContain(address.password());
    for (String user : List.of(address.user(), "root", "postgres", "mysql", "")) {
      for (String password : List.of("", user, "postgres", address.password() + "x")) {
        assertThatThrownBy(() -> DriverManager.getConnection(address.url(), user, password).close())
            .as("%s with '%s'", user, password)
            .isInstanceOf(SQLException.class);
      }
    }
    assertThat(secretsKept(address)).isNotEmpty().allMatch(kept -> kept.length() > 20);
    assertThat(commandLines()).noneMatch(line -> line.contains(address.password()));
    assertThat(reachableFromOutside(address)).isEmpty();
    assertThat(open(folder)).isEmpty();
    assertThat(folder.resolve("password")).isRegularFile();
  }

  @ParameterizedTest
  @EnumSource(names = "H2", mode = Mode.EXCLUDE)
  void temporaryServersArePrivateAsWell(LocalDatabase server) throws Exception {
    DatabaseAddress address = server.newDatabase();

    assertThat(address.password()).hasSizeGreaterThan(20);
    assertThatThrownBy(() -> DriverManager.getConnection(address.url(), address.user(), "").close())
        .isInstanceOf(SQLException.class);
    assertThat(reachableFromOutside(address)).isEmpty();
    assertThat(open(dataFolder(address).getParent())).isEmpty();
  }

  /** Returns the stored secrets of the users who may log in. */
  private static List<String> secretsKept(DatabaseAddress address) throws SQLException {
    boolean postgres = address.url().startsWith("jdbc:postgresql");
    return all(
        address,
        postgres
            ? "SELECT coalesce(rolpassword, '') FROM pg_authid WHERE rolcanlogin"
            : "SELECT JSON_VALUE(priv, '$.authentication_string') FROM mysql.global_priv"
                + " WHERE NOT JSON_EXISTS(priv, '$.account_locked')"
                + " OR JSON_VALUE(priv, '$.account_locked') = 'false'");
  }

  private static Path dataFolder(DatabaseAddress address) throws SQLException {
    boolean postgres = address.url().startsWith("jdbc:postgresql");
    return Path.of(all(address, postgres ? "SHOW data_directory" : "SELECT @@datadir").get(0));
  }

  private static List<String> all(DatabaseAddress address, String query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(String.valueOf(rows.getString(1)));
      }
    }
    return found;
  }

  private static List<String> commandLines() {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .toList();
  }

  /** Returns the non-loopback addresses of this machine on which the server responds. */
  private static List<InetAddress> reachableFromOutside(DatabaseAddress address)
      throws IOException {
    int port = URI.create(address.url().substring("jdbc:".length())).getPort();
    List<InetAddress> reached = new ArrayList<>();
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress here : each.inetAddresses().toList()) {
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(here, port), 500);
          if (!here.isLoopbackAddress()) {
            reached.add(here);
          }
        } catch (IOException refused) {
          // Expected: the connection is refused.
        }
      }
    }
    return reached;
  }

  /** Returns the files that other users may read or write, including the folder itself. */
  private static List<Path> open(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    if (rightsOfOthers(folder).equals("------")) {
      return found;
    }
    try (Stream<Path> walk = Files.walk(folder, 1)) {
      for (Path path : walk.toList()) {
        // A process id is no secret.
        boolean isPid = path.getFileName().toString().endsWith(".pid");
        if (!isPid && rightsOfOthers(path).matches(".*[rw].*")) {
          found.add(path);
        }
      }
    }
    return found;
  }

  private static String rightsOfOthers(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path)).substring(3);
  }
}
