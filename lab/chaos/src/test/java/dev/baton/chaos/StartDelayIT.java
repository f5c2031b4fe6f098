package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.chaos.fault.Services;
import dev.baton.chaos.process.ChildProcess;
import dev.baton.chaos.process.Database;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.Links;
import dev.baton.chaos.process.Plan;
import dev.baton.chaos.process.ServerKind;
import dev.baton.chaos.process.Work;
import dev.baton.chaos.process.WorkerMain;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.TaskKind;
import dev.baton.chaos.record.Wait;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures how long a task that one JVM adds waits until another begins it, in ms. It prints and
 * does not judge: the figures are the machine's as much as Baton's.
 */
@EnabledIfSystemProperty(named = "baton.chaos.measure", matches = "true")
class StartDelayIT {
  private static final int TASKS = 200;
  private static final int WARM_UP = 40;

  /** Pauses are of all lengths up to this, 50 ms in the middle, so as not to meet a poll's beat. */
  private static final int LONGEST_PAUSE_MILLIS = 100;

  @Test
  void fromCommitToStartInAnotherProcess() throws Exception {
    measure("notify", Links.of(Links.Hints.NOTIFY, Links.Leaders.DATABASE).poll(1_000));
    measure("kafka", Links.of(Links.Hints.KAFKA, Links.Leaders.DATABASE).poll(1_000));
    measure("poll-200-ms", Links.of(Links.Hints.NONE, Links.Leaders.DATABASE).poll(200));
    measure("poll-1-s", Links.of(Links.Hints.NONE, Links.Leaders.DATABASE).poll(1_000));
  }

  private static void measure(String name, Links wanted) throws Exception {
    Path folder = Path.of("target", "chaos", "delay-" + name + "-" + UUID.randomUUID());
    Files.createDirectories(folder);
    try (Services services = Services.start(wanted);
        ServerKind.Server server = ServerKind.POSTGRESQL.start();
        Database database = new Database(server)) {
      Fleet.Ways ways = Fleet.Ways.usual(services.links());
      DatabaseAddress straight = database.through(database.port());
      Plan plan = new Plan("worker", folder.toAbsolutePath(), straight, 0, ways);
      ChildProcess worker = ChildProcess.start(WorkerMain.class, plan);
      try {
        worker.awaitReady();
        List<Long> millis = delays(database, plan);
        assertThat(millis).hasSize(TASKS);
        System.out.printf(
            "commit to start, %s: p50 %d ms, p99 %d ms, worst %d ms, of %d tasks%n",
            name,
            millis.get(TASKS / 2),
            millis.get(TASKS * 99 / 100),
            millis.get(TASKS - 1),
            TASKS);
      } finally {
        worker.kill();
      }
    }
  }

  private static List<Long> delays(Database database, Plan plan) throws Exception {
    JdbcTransactions transactions = JdbcTransactions.of(database.pool());
    Map<String, Long> committedAt = new HashMap<>();
    Random random = new Random(1);
    Baton.Builder node = JdbcBaton.on(database.pool(), transactions).settings(plan.settings());
    try (Baton baton = plan.ways().links().channel(node).withoutSweeper().withoutPruner().start()) {
      for (int i = 0; i < WARM_UP + TASKS; i++) {
        String addId = UUID.randomUUID().toString();
        TaskRequest request =
            TaskRequest.of(TaskKind.PROBE.name()).payload(new Work(addId, 0, 0).text());
        transactions.run(transaction -> baton.tasks().add(transaction, request));
        if (i >= WARM_UP) {
          committedAt.put(addId, System.currentTimeMillis());
        }
        Wait.pause(random.nextInt(LONGEST_PAUSE_MILLIS));
      }
      Wait.until(
          Duration.ofSeconds(30), () -> started(plan).keySet().containsAll(committedAt.keySet()));
    }
    Map<String, Long> startedAt = started(plan);
    List<Long> millis = new ArrayList<>();
    // A start may be seen before the commit's answer is.
    committedAt.forEach((id, at) -> millis.add(Math.max(0, startedAt.get(id) - at)));
    millis.sort(null);
    return millis;
  }

  private static Map<String, Long> started(Plan plan) throws IOException {
    Map<String, Long> started = new HashMap<>();
    for (String line : Journal.read(plan.file(".spans"))) {
      String[] words = line.split(" ");
      if (words[0].equals("begin")) {
        started.putIfAbsent(words[1], Long.valueOf(words[2]));
      }
    }
    return started;
  }
}
