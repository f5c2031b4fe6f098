package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.tck.simulation.sql.SqlKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests that the checkers find an engine whose SQL or store is broken on purpose, on each database,
 * each by its noted seed. After a change of the engine, a noted seed may no longer find its canary;
 * then the test tries others. {@code -Dbaton.updateDocs=true} searches again and stores the seeds
 * that it finds, which takes minutes.
 */
@Tag("deep")
@Execution(ExecutionMode.CONCURRENT)
@ExtendWith(Quiet.class)
final class SqlCanaryTest {
  private static final int MOST_STEPS = 40_000;
  private static final int MOST_SEEDS = Integer.getInteger("baton.sim.sql.canarySeeds", 1_000);

  /** Number of other seeds that the build tries when a noted seed no longer finds its canary. */
  private static final int OTHER_SEEDS = 200;

  private static final String NOTED = "sql-caught-by.txt";
  private static final Path FILE = Path.of("src/test/resources/dev/baton/tck/simulation/" + NOTED);
  private static final String ANEW =
      "mvn -pl :simulation -am test -Dtest=SqlCanaryTest -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dbaton.updateDocs=true";

  @Test
  void brokenSqlIsCaughtOnH2() throws IOException {
    List<SqlCanary> canaries = new ArrayList<>(SqlCanary.ofLockingVerbs());
    canaries.addAll(SqlCanary.ofH2());
    check(SqlKind.h2(), canaries);
  }

  @Test
  void brokenSqlIsCaughtOnPostgresql() throws IOException {
    check(SqlKind.postgresql(), SqlCanary.ofPostgresql());
  }

  @Test
  void brokenSqlIsCaughtOnMariaDb() throws IOException {
    check(SqlKind.mariaDb(), SqlCanary.ofLockingVerbs());
  }

  private static void check(SqlKind kind, List<SqlCanary> its) throws IOException {
    List<SqlCanary> canaries = new ArrayList<>(its);
    String only = System.getProperty("baton.sim.sql.canary", "");
    canaries.removeIf(canary -> !canary.name().contains(only));
    if (Boolean.getBoolean("baton.updateDocs")) {
      note(kind, canaries);
      return;
    }
    Map<String, Long> noted = noted();
    List<String> table = new ArrayList<>();
    for (SqlCanary canary : canaries) {
      Long seed = noted.get(kind.name() + " " + canary.name());
      Report report = seed == null ? null : run(kind, canary, seed);
      if (report == null || !report.isRed()) {
        report = search(kind, canary, OTHER_SEEDS);
      }
      table.add(
          report != null
              ? line(canary, report)
              : String.format("  %-46s NOT CAUGHT", canary.name()));
    }
    System.out.println(kind.name() + " canaries (the seed that caught them, steps, and how):");
    table.forEach(System.out::println);
    assertThat(table)
        .as(
            "A canary isn't caught by its noted seed or 200 others: does a checker miss it? If"
                + " not, run %s",
            ANEW)
        .noneMatch(line -> line.contains("NOT CAUGHT"));
  }

  private static Report run(SqlKind kind, SqlCanary canary, long seed) {
    return Experiment.run(
        SqlGround.on(kind, canary.broken()), seed, canary.sabotage(), 0, MOST_STEPS);
  }

  private static String line(SqlCanary canary, Report report) {
    String how = report.violations().get(0).replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "…");
    return String.format(
        "  %-46s %4d %6d  %s",
        canary.name(),
        report.seed(),
        report.steps(),
        how.length() <= 90 ? how : how.substring(0, 90));
  }

  private static void note(SqlKind kind, List<SqlCanary> canaries) throws IOException {
    Map<String, Long> found = new ConcurrentSkipListMap<>();
    for (SqlCanary canary : canaries) {
      Report report = search(kind, canary, MOST_SEEDS);
      System.out.println(
          kind.name()
              + (report == null ? "  " + canary.name() + " NOT CAUGHT" : line(canary, report)));
      if (report != null) {
        found.put(kind.name() + " " + canary.name(), report.seed());
      }
    }
    write(found);
    assertThat(found).hasSize(canaries.size());
  }

  /** Finds the first seed that catches the canary, and runs the seed once more. */
  private static @Nullable Report search(SqlKind kind, SqlCanary canary, int most) {
    int tried = 0;
    for (long seed = 1; tried < most; seed++) {
      if (!canary.mayShow(seed)) {
        continue;
      }
      tried++;
      Report report = run(kind, canary, seed);
      if (report.isRed() && run(kind, canary, seed).hash() == report.hash()) {
        return report;
      }
    }
    return null;
  }

  private static synchronized void write(Map<String, Long> found) throws IOException {
    Map<String, Long> all = new TreeMap<>();
    for (String line : Files.readAllLines(FILE)) {
      put(all, line);
    }
    all.putAll(found);
    Files.write(FILE, all.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
  }

  private static Map<String, Long> noted() {
    Map<String, Long> noted = new TreeMap<>();
    TextResource.lines(NOTED).forEach(line -> put(noted, line));
    return noted;
  }

  private static void put(Map<String, Long> noted, String line) {
    String[] parts = line.split(" ", 2);
    noted.put(parts[1], Long.valueOf(parts[0]));
  }
}
