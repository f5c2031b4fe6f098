package dev.baton.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("deep")
class KeptServerIT {
  @TempDir Path parent;

  @AfterEach
  void stopWhatRuns() {
    for (KeptServer server : KeptServer.values()) {
      server.stop(folder(server));
    }
  }

  /** Tests the complete life of a server in one method, since each start takes seconds. */
  @ParameterizedTest
  @EnumSource
  void serverOutlivesItsJvmAndKeepsItsDataAfterAKillOrAStop(KeptServer server) throws Exception {
    String url = Victim.killedAfterCommit(server.name(), folder(server)).url();
    DatabaseAddress usedAgain = server.open(folder(server));
    assertThat(usedAgain.url()).isEqualTo(url);
    assertThat(note(usedAgain)).isEqualTo("kept");

    long killed =
        ProcessHandle.allProcesses()
            .filter(process -> isServerOf(process, server))
            .filter(ProcessHandle::destroyForcibly)
            .count();
    assertThat(killed).isPositive();
    assertThat(note(server.open(folder(server)))).isEqualTo("kept");

    server.stop(folder(server));
    // The server has released its data; the system may need a moment to remove its process.
    assertThat(Patience.until(() -> noProcessOf(server))).isTrue();
    assertThat(note(server.open(folder(server)))).isEqualTo("kept");
  }

  private boolean noProcessOf(KeptServer server) {
    return ProcessHandle.allProcesses().noneMatch(process -> isServerOf(process, server));
  }

  private Path folder(KeptServer server) {
    return parent.resolve(server.name());
  }

  private boolean isServerOf(ProcessHandle process, KeptServer server) {
    ProcessHandle.Info info = process.info();
    return info.command().filter(path -> path.endsWith("/" + server.program())).isPresent()
        && info.commandLine().filter(line -> line.contains(folder(server).toString())).isPresent();
  }

  private static String note(DatabaseAddress address) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT text FROM note")) {
      return rows.next() ? rows.getString(1) : "nothing";
    }
  }
}
