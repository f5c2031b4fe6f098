package dev.baton.examples.payouts.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.payouts.PayoutAdder;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests the demo as its users see it: a process with arguments, an exit code and files. Two tests
 * run at a time, because they mostly wait for banks.
 */
@Execution(ExecutionMode.CONCURRENT)
class PayoutsDemoIT {
  private static final String HEADER = "id,partner,amount,currency,priority,due_in_seconds,bank";
  private static final int SLOW_ROWS = 60;

  /** Pause between polls, so that the test leaves the processor to the demo. */
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  @TempDir Path folder;

  @Test
  void everyKindOfRowIsCountedOnceOnH2() throws Exception {
    assertAllKinds("h2:payouts");
  }

  @Test
  void everyKindOfRowIsCountedOnceOnPostgres() throws Exception {
    assertAllKinds(url(LocalPostgres.temporary().newDatabase()));
  }

  @Test
  @Tag("deep")
  void everyKindOfRowIsCountedOnceOnMariaDb() throws Exception {
    assertAllKinds(url(LocalMariaDb.temporary().newDatabase()));
  }

  @Test
  @Tag("deep")
  void afterACleanEndTheNextRunStartsEmpty() throws Exception {
    String input = input(kinds());
    String database = url(LocalPostgres.temporary().newDatabase());
    String first;
    try (DemoProcess demo = start("--input", input, "--database", database)) {
      assertThat(demo.exitCode()).as(demo.errors()).isZero();
      first = counts(demo.figures());
    }
    try (DemoProcess demo = start("--input", input, "--database", database)) {
      assertThat(demo.exitCode()).isZero();
      assertThat(demo.output()).startsWith("Working through");
      assertThat(counts(demo.figures())).isEqualTo(first);
    }
  }

  @Test
  @Tag("deep")
  void demoKilledTwiceContinuesAndPaysEveryPayoutOnce() throws Exception {
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    assertSurvivesKills(database, url(database));
  }

  @Test
  @Tag("deep")
  void killedRunContinuesOnH2() throws Exception {
    String input = input(slow());
    try (DemoProcess demo = start("--input", input, "--database", "h2:payouts")) {
      awaitOutput(demo, " paid");
      demo.kill();
    }
    try (DemoProcess demo = start("--input", input, "--database", "h2:payouts")) {
      assertThat(demo.exitCode()).as(demo.errors()).isZero();
      assertSlowRowsPaidOnce(demo.figures());
    }
  }

  /** Runs only in the long test run: the server starts slowly, and this test starts it twice. */
  @Test
  @Tag("deep")
  void killedRunContinuesOnCassandraThatOutlivesIt() throws Exception {
    String input = input(slow());
    Path pid = folder.resolve("demo-data/cassandra/server.pid");
    try (DemoProcess demo = start("--input", input, "--database", "cassandra")) {
      awaitOutput(demo, " paid");
      demo.kill();
    }
    assertThat(isAlive(pid)).isTrue();
    try (DemoProcess demo = start("--input", input, "--database", "cassandra")) {
      assertThat(demo.exitCode()).as(demo.errors()).isZero();
      assertThat(demo.output()).startsWith("Continuing with");
      assertSlowRowsPaidOnce(demo.figures());
    }
    assertThat(isAlive(pid)).isFalse();
  }

  @Test
  @Tag("deep")
  void everyKindOfRowIsCountedOnceOnCassandra() throws Exception {
    assertAllKinds("cassandra");
  }

  private static boolean isAlive(Path pid) throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
        .filter(ProcessHandle::isAlive)
        .isPresent();
  }

  @Test
  @Tag("deep")
  void embeddedServerOutlivesKillAndStopsAtTheEnd() throws Exception {
    String input = input(slow());
    Path pid = folder.resolve("demo-data/postgres/data/postmaster.pid");
    try (DemoProcess demo = start("--input", input)) {
      awaitOutput(demo, " paid");
      demo.kill();
    }
    assertThat(pid).exists();
    try (DemoProcess demo = start("--input", input)) {
      assertThat(demo.exitCode()).as(demo.errors()).isZero();
      assertThat(demo.output()).startsWith("Continuing with");
      assertSlowRowsPaidOnce(demo.figures());
    }
    assertThat(pid).doesNotExist();
  }

  @Test
  @Tag("deep")
  void interruptedDemoStopsAtOnceAndContinuesLater() throws Exception {
    String input = input(slow());
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    try (DemoProcess demo = start("--input", input, "--database", url(database))) {
      awaitPaid(demo, database, 5);
      assertThat(demo.interrupt()).isEqualTo(143);
      assertThat(demo.errors()).contains("Start the demo again with the same input");
    }
    try (DemoProcess demo = start("--input", input, "--database", url(database))) {
      assertThat(demo.exitCode()).isZero();
      assertSlowRowsPaidOnce(demo.figures());
    }
  }

  @Test
  @Tag("deep")
  void anotherInputReplacesTheKilledRun() throws Exception {
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    try (DemoProcess demo = start("--input", input(slow()), "--database", url(database))) {
      awaitPaid(demo, database, 1);
      demo.kill();
    }
    try (DemoProcess demo = start("--input", input(kinds()), "--database", url(database))) {
      assertThat(demo.exitCode()).as(demo.errors()).isZero();
      assertThat(demo.errors()).contains("was never finished; this run replaces it");
      assertThat(demo.figures().get("paid").asInt()).isEqualTo(6);
    }
  }

  @Test
  @Tag("deep")
  void threeNodesPayEveryPayoutOnceIfOneIsKilled() throws Exception {
    String database = url(LocalPostgres.temporary().newDatabase());
    String[] arguments = {
      "--nodes", "3", "--kill", "--exit", "--input", input(slow()), "--database", database
    };
    try (DemoProcess demo = start(arguments)) {
      assertThat(demo.exitCode()).as(demo.errors()).isZero();
      assertThat(demo.output()).contains("was killed with -9");
      assertSlowRowsPaidOnce(demo.figures());
    }
  }

  @Test
  @Tag("deep")
  void unusableOptionsPrintOneLineAndExitWithTwo() throws Exception {
    String input = input(kinds());
    assertCannotRun("does not exist", "--input", "missing.csv");
    assertCannotRun("is a directory", "--input", folder.toString());
    assertCannotRun("header", "--input", input("id,amount\n1,2\n"));
    assertCannotRun("H2 runs inside one process", "--nodes", "3", "--database", "h2:x");
    assertCannotRun(
        "Can't connect", "--input", input, "--database", "jdbc:postgresql://127.0.0.1:1/none");
    assertCannotRun("No suitable driver", "--database", "jdbc:unknown:thing");
    assertCannotRun("Unknown option", "--unknown");
    assertCannotRun("--nodes takes", "--nodes", "0");
    assertCannotRun("--kill needs", "--kill");
    assertCannotRun("--port takes", "--port", "0");
  }

  @Test
  @Tag("deep")
  void dashboardIsServedUntilTheDemoStops() throws Exception {
    try (DemoProcess demo =
        DemoProcess.startServing(
            folder, "--input", input(kinds()), "--database", "h2:payouts", "--port", freePort())) {
      awaitOutput(demo, "until you press Ctrl-C");
      String second = demo.output().lines().skip(1).findFirst().orElseThrow();
      assertThat(second).matches("Dashboard: http://localhost:\\d+/baton");
      String page = second.substring("Dashboard: ".length());
      assertThat(get(page)).contains("<html");
      JsonNode refused = JsonMapper.shared().readTree(get(page + "/api/tasks?status=FAILED"));
      assertThat(refused.get("items").get(0).get("type").asString())
          .isEqualTo(PayoutAdder.EXECUTE_PAYOUT.name());
      assertThat(demo.isAlive()).isTrue();
      demo.interrupt();
      assertThat(demo.errors()).doesNotContain("Stopping");
    }
  }

  private static String freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return String.valueOf(free.getLocalPort());
    }
  }

  private static String get(String address) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(address)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private void assertAllKinds(String database) throws Exception {
    try (DemoProcess demo = start("--input", input(kinds()), "--database", database, "--exit")) {
      assertThat(demo.exitCode()).as(demo.errors()).isZero();
      assertThat(counts(demo.figures()))
          .isEqualTo(
              "rows 11 malformed 2 duplicates 2 paid 6 refused 1 retried 3 ledgerRows 6"
                  + " paidTwice 0 lost 0");
      assertThat(demo.figures().get("startLatencyMs").get("p99").asDouble()).isPositive();
      assertThat(demo.figures().get("tasksPerSecond").asDouble()).isPositive();
      assertThat(demo.errors()).contains("line 9: ").contains("line 10: ");
    }
  }

  /**
   * Returns an input with a byte order mark, mixed line ends, a field of two lines, and ids that
   * differ only in case.
   */
  private static String kinds() {
    return "\uFEFF"
        + HEADER
        + "\r\n"
        + "a,\"Müller, Söhne\",10.50,EUR,0,0,ok\r\n"
        + "A,BANK,1,EUR,9,1,ok\n"
        + "\"b \"\"1\"\"\nline two\",BANK,1,EUR,5,0,slow:50\n"
        + "c,BANK,1,EUR,5,0,busy:3\n"
        + "d,BANK,1,EUR,5,0,refuse\n"
        + "a,OTHER,99,USD,1,0,refuse\n"
        + "e,BANK,0,EUR,5,0,ok\n"
        + "\"f,BANK,1,EUR,5,0,ok\n"
        + "日本,,1,JPY,5,0,ok\n"
        + "x".repeat(2_000)
        + ",BANK,1,EUR,5,0,ok\n"
        + "c,BANK,1,EUR,5,0,ok\n"
        + "\n";
  }

  private static String slow() {
    List<String> rows = new ArrayList<>(List.of(HEADER));
    for (int i = 0; i < SLOW_ROWS; i++) {
      rows.add("p" + i + ",BANK" + i % 3 + ",1,EUR," + i % 10 + ",0,slow:250");
    }
    return String.join("\n", rows) + "\n";
  }

  private void assertSurvivesKills(DatabaseAddress database, String url) throws Exception {
    String input = input(slow());
    for (int paid : List.of(1, 20)) {
      try (DemoProcess demo = start("--input", input, "--database", url)) {
        awaitPaid(demo, database, paid);
        demo.kill();
      }
    }
    try (DemoProcess demo = start("--input", input, "--database", url)) {
      assertThat(demo.exitCode()).as(demo.errors()).isZero();
      assertThat(demo.output()).startsWith("Continuing with");
      assertSlowRowsPaidOnce(demo.figures());
    }
  }

  private static void assertSlowRowsPaidOnce(JsonNode figures) {
    assertThat(counts(figures))
        .isEqualTo(
            "rows 60 malformed 0 duplicates 0 paid 60 refused 0 retried 0 ledgerRows 60"
                + " paidTwice 0 lost 0");
  }

  private void assertCannotRun(String reason, String... arguments) throws Exception {
    try (DemoProcess demo = start(arguments)) {
      assertThat(demo.exitCode()).as(reason).isEqualTo(2);
      assertThat(demo.errors().lines()).hasSize(1).first().asString().contains(reason);
      assertThat(demo.output()).isEmpty();
    }
  }

  private static String counts(JsonNode figures) {
    List<String> words = new ArrayList<>();
    for (var figure : figures.properties()) {
      if (figure.getValue().isIntegralNumber()) {
        words.add(figure.getKey() + " " + figure.getValue().asLong());
      }
    }
    return String.join(" ", words);
  }

  private DemoProcess start(String... arguments) throws Exception {
    return DemoProcess.start(folder, arguments);
  }

  private String input(String text) throws Exception {
    Path file = Files.createTempFile(folder, "input", ".csv");
    return Files.writeString(file, text).toString();
  }

  private static String url(DatabaseAddress database) {
    return database.url() + "?user=" + database.user() + "&password=" + database.password();
  }

  private static void awaitPaid(DemoProcess demo, DatabaseAddress database, int atLeast)
      throws Exception {
    try (Connection connection = database.connect()) {
      while (demo.isAlive() && paid(connection) < atLeast) {
        LockSupport.parkNanos(LOOK_EVERY_NANOS);
      }
    }
    assertThat(demo.isAlive()).as("killed while it runs").isTrue();
  }

  private static void awaitOutput(DemoProcess demo, String text) throws Exception {
    while (demo.isAlive() && !demo.output().contains(text)) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
    assertThat(demo.isAlive()).as("killed while it runs").isTrue();
  }

  private static long paid(Connection connection) {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM demo_ledger")) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException notThereYet) {
      return 0;
    }
  }
}
