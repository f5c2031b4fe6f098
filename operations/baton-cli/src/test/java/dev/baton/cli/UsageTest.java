package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the messages after a typing error, and what they never contain. */
final class UsageTest {
  private static Run baton(String... command) {
    return Run.of(Map.of(), List.of(), command);
  }

  @Test
  void helpNamesEachCommandAndTheExitCodes() {
    Run help = baton("--help");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out())
        .contains("list ", "show ", "explain ", "retry ", "cancel ", "pause ", "schema ")
        .contains("Exit codes");
    assertThat(baton("list", "--help").out()).contains("Lists tasks").contains("--status");
  }

  @Test
  void wrongUsageGivesExitCodeTwo() {
    assertThat(baton().exitCode()).isEqualTo(2);
    assertThat(baton("frobnicate").exitCode()).isEqualTo(2);
    assertThat(baton("list").err()).contains("--url", "--jdbc");
    assertThat(baton("list").exitCode()).isEqualTo(2);
    assertThat(baton("show", "not-an-id", "--jdbc", "jdbc:h2:mem:x").exitCode()).isEqualTo(2);
    assertThat(baton("list", "--url", "http://h/b", "--jdbc", "jdbc:h2:mem:x").exitCode())
        .isEqualTo(2);
    assertThat(baton("list", "--url", "ftp://h/b").exitCode()).isEqualTo(2);
    assertThat(baton("list", "--jdbc", "jdbc:oracle:thin:@h").exitCode()).isEqualTo(2);
    assertThat(baton("list", "--url", "http://h/b", "--as", "alice").err()).contains("--as");
  }

  @Test
  void shellCompletesEachCommandAndOption(@TempDir Path folder) throws Exception {
    Run completion = baton("completion");
    assertThat(completion.exitCode()).isZero();
    assertThat(completion.out()).contains("run-again", "--password-file", "bashcompinit");
    Path script = Files.writeString(folder.resolve("completion"), completion.out());
    Process bash = new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start();
    assertThat(bash.waitFor()).isZero();
  }

  @Test
  void missingReasonOrFilterIsReported() {
    DatabaseAddress address = LocalH2.newDatabase();
    String[] where = {"--jdbc", address.url(), "--user", "sa"};
    Run.of(Map.of(), List.of(where), "schema", "apply");
    Run cancel = Run.of(Map.of(), List.of(where), "bulk", "cancel", "--type", "X", "--yes");
    assertThat(cancel.exitCode()).isEqualTo(2);
    assertThat(cancel.err()).contains("--reason");
    Run all = Run.of(Map.of(), List.of(where), "bulk", "hold", "--yes");
    assertThat(all.exitCode()).isEqualTo(2);
    assertThat(all.err()).contains("--everything");
    Run noFilter = Run.of(Map.of(), List.of(where), "bulk", "hold", "--attempts", "0", "--yes");
    assertThat(noFilter.err()).contains("--everything");
    Run again = Run.of(Map.of(), List.of(where), "bulk", "run-again", "--type", "X", "--yes");
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("run twice", "--status FAILED");
    Run verb = Run.of(Map.of(), List.of(where), "bulk", "delete", "--type", "X", "--yes");
    assertThat(verb.exitCode()).isEqualTo(2);
  }

  @Test
  void schemaIsCreatedAndChecked() {
    DatabaseAddress address = LocalH2.newDatabase();
    List<String> where = List.of("--jdbc", address.url(), "--user", "sa");
    Run missing = Run.of(Map.of(), where, "list");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("baton schema apply");
    assertThat(Run.of(Map.of(), where, "schema", "check").exitCode()).isEqualTo(1);
    assertThat(Run.of(Map.of(), where, "schema", "apply").exitCode()).isZero();
    assertThat(Run.of(Map.of(), where, "schema", "apply").exitCode()).isZero();
    Run batonAdd = Run.of(Map.of(), where, "schema", "apply", "--baton-add");
    assertThat(batonAdd.exitCode()).isEqualTo(1);
    assertThat(batonAdd.err()).contains("h2 has no baton_add");
    assertThat(Run.of(Map.of(), where, "schema", "check", "--json").json().has("needed")).isTrue();
    assertThat(Run.of(Map.of(), where, "list").err()).contains("No task matches");
    assertThat(Run.of(Map.of(), where, "schema", "drop").exitCode()).isEqualTo(2);
  }

  @Test
  void unreachableServerGivesExitCodeThreeWithoutPassword(@TempDir Path folder) throws IOException {
    int port = portWithoutServer();
    Path file = folder.resolve("password");
    Files.writeString(file, "hunter2\nsecond line\n");
    Run postgres =
        Run.of(
            Map.of(),
            List.of(),
            "list",
            "--jdbc",
            "jdbc:postgresql://127.0.0.1:" + port + "/x?password=hunter3&connectTimeout=2",
            "--password-file",
            file.toString());
    assertThat(postgres.exitCode()).isEqualTo(3);
    assertThat(postgres.err()).contains("Can't reach").doesNotContain("hunter");
    String authority = "bob:%s@127.0.0.1:" + port;
    for (String password : List.of("hunter5", "hunter%35", "hunt/er5", "hu,nter5", "hunt@er5")) {
      Run mariadb =
          Run.of(
              Map.of(),
              List.of(),
              "list",
              "--jdbc",
              "jdbc:mariadb://" + authority.replace("%s", password) + "/db");
      assertThat(mariadb.exitCode()).as(mariadb.err()).isNotZero();
      assertThat(mariadb.err()).doesNotContain("hunter", "nter5", "er5");
    }
    Run service =
        Run.of(
            Map.of("BATON_TOKEN", "hunter4"),
            List.of(),
            "list",
            "--url",
            "http://127.0.0.1:" + port + "/baton");
    assertThat(service.exitCode()).isEqualTo(3);
    assertThat(service.err()).contains("Can't reach").doesNotContain("hunter");
  }

  @Test
  void missingDriverIsReportedWithoutPassword() {
    Run run = baton("list", "--jdbc", "jdbc:oracle:thin:scott/x@h?password=hunter2");
    assertThat(run.err()).contains("jdbc:postgresql:").doesNotContain("hunter2");
  }

  @Test
  void environmentVariablesReplaceOptions() {
    DatabaseAddress address = LocalH2.newDatabase();
    Map<String, String> environment =
        Map.of("BATON_JDBC", address.url(), "BATON_USER", "sa", "BATON_PASSWORD", "");
    assertThat(Run.of(environment, List.of(), "schema", "apply").exitCode()).isZero();
    Run shown = Run.of(environment, List.of(), "show", UUID.randomUUID().toString());
    assertThat(shown.exitCode()).isEqualTo(1);
  }

  private static int portWithoutServer() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
