package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.sql.SqlKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * SQL that is broken on purpose must be found, on each database. Each canary is tried with the seed
 * that found it the last time, and then with the seeds from 1 on. It takes minutes, and more the
 * further a changed engine leads away from the noted seeds: {@code -Dbaton.sim.sql.canaries=true}.
 */
@EnabledIfSystemProperty(named = "baton.sim.sql.canaries", matches = "true")
final class SqlCanaryTest {
  private static final int MOST_SEEDS = Integer.getInteger("baton.sim.sql.canarySeeds", 60);
  private static final Path NOTED =
      Path.of("src/test/resources/dev/baton/testkit/simulation/sql-caught-by.txt");

  private final Quiet quiet = new Quiet();

  @BeforeEach
  void silenceTheEngine() {
    quiet.begin();
  }

  @AfterEach
  void letTheEngineSpeakAgain() {
    quiet.end();
  }

  @Test
  void brokenSqlIsCaughtOnH2() throws IOException {
    check(SqlKind.h2(), SqlCanary.ofLockingVerbs());
  }

  @Test
  void brokenSqlIsCaughtOnPostgresql() throws IOException {
    check(SqlKind.postgresql(), SqlCanary.ofPostgresql());
  }

  @Test
  void brokenSqlIsCaughtOnMariaDb() throws IOException {
    check(SqlKind.mariaDb(), SqlCanary.ofLockingVerbs());
  }

  private static void check(SqlKind kind, List<SqlCanary> canaries) throws IOException {
    Map<String, Long> noted = noted();
    List<String> table = new ArrayList<>();
    for (SqlCanary canary : canaries) {
      String name = kind.name() + " " + canary.name();
      table.add(caught(kind, canary, noted.getOrDefault(name, 1L)));
    }
    System.out.println(kind.name() + " canaries (the seed that caught them, and how):");
    table.forEach(System.out::println);
    assertThat(table).noneMatch(line -> line.contains("NOT CAUGHT"));
  }

  private static String caught(SqlKind kind, SqlCanary canary, long first) {
    Ground.Kind broken = SqlGround.on(kind, canary.broken());
    for (long seed = 0; seed <= MOST_SEEDS; seed++) {
      long tried = seed == 0 ? first : seed;
      Report report = Experiment.run(broken, tried, Sabotage.NONE, 0);
      if (report.isRed()) {
        String how = report.violations().get(0).replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "…");
        return String.format(
            "  %-46s %4d  %s",
            canary.name(), tried, how.length() <= 90 ? how : how.substring(0, 90));
      }
    }
    return String.format("  %-46s NOT CAUGHT in %d seeds", canary.name(), MOST_SEEDS);
  }

  private static Map<String, Long> noted() throws IOException {
    return Files.readAllLines(NOTED).stream()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(parts -> parts[1], parts -> Long.parseLong(parts[0])));
  }
}
