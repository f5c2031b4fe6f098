package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.SqlStatementReport;
import dev.baton.tck.simulation.sql.SqlKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests the engine on real databases under the simulator, with the same experiments and checkers as
 * in memory. The scheduler sees each statement.
 *
 * <ul>
 *   <li>{@code -Dbaton.sim.sql.seeds=100} number of seeds to try on each database
 *   <li>{@code -Dbaton.sim.from=N} the first seed
 *   <li>{@code -Dbaton.sim.sql.these=7,18} tries only these seeds
 *   <li>{@code -Dbaton.sim.trace=200} number of trace lines to print for a failed seed, counted
 *       from the end
 * </ul>
 */
@Execution(ExecutionMode.CONCURRENT)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(Quiet.class)
final class SqlSimulationTest {
  private static final int TRACE_LINES = Integer.getInteger("baton.sim.trace", 60);

  /** This test takes longest, so it begins first. */
  @Test
  @Order(1)
  void noSeedBreaksAPromiseOnMariaDb() {
    run(SqlKind.mariaDb());
  }

  @Test
  void noSeedBreaksAPromiseOnH2() {
    run(SqlKind.h2());
  }

  @Test
  void noSeedBreaksAPromiseOnPostgresql() {
    run(SqlKind.postgresql());
  }

  /** Uses the seeds of MariaDB, whose SQL MySQL shares. It requires no coverage. */
  @Test
  @Tag("deep")
  void noSeedBreaksAPromiseOnMySql() {
    SqlKind kind = SqlKind.mySql();
    Totals totals = new Totals();
    SqlSeeds.chosen(kind.name()).forEach(seed -> add(kind, seed, totals));
    requireNoneRed(kind, totals);
  }

  private static void run(SqlKind kind) {
    Totals totals = new Totals();
    List<Long> seeds = SqlSeeds.chosen(kind.name());
    long first = seeds.get(0);
    long hash = add(kind, first, totals);
    boolean wholly = Depth.IS_DEEP && !SqlSeeds.areAskedFor();
    seeds.stream()
        .skip(1)
        .filter(seed -> !wholly || !left(kind).isEmpty())
        .forEach(seed -> add(kind, seed, totals));
    if (wholly) {
      // After a change of the engine a fault may occur later. SqlSeedCover finds the best seeds
      // again.
      SqlSeeds.more(seeds).filter(seed -> isLeft(kind)).forEach(seed -> add(kind, seed, totals));
    }
    SqlStatementReport.Found files = kind.files();
    System.out.println(kind.name() + " " + totals.line(first));
    System.out.println(kind.name() + " met " + kind.troubles().counts());
    System.out.printf(
        "%s executed %d of %d SQL statements%n",
        kind.name(), files.executed().size(), files.all().size());
    if (kind.replays() && (Depth.IS_DEEP || SqlSeeds.areAskedFor())) {
      // The first run was alone on its server; now other runs have used the server before.
      assertThat(experiment(kind, first, 0).hash()).as("the seed %d again", first).isEqualTo(hash);
    }
    requireNoneRed(kind, totals);
    if (wholly) {
      assertThat(UnsimulatedStatements.listed().faults(kind.name(), files)).isEmpty();
      assertThat(kind.unmet()).as("uncovered by all simulations of %s", kind.name()).isEmpty();
    }
  }

  private static void requireNoneRed(SqlKind kind, Totals totals) {
    for (Report red : totals.red()) {
      experiment(kind, red.seed(), TRACE_LINES).trace().forEach(System.out::println);
      System.out.println("seed " + red.seed() + " on " + kind.name() + ": " + red.violations());
    }
    assertThat(totals.red()).isEmpty();
  }

  /** Tries the seed and returns the hash of its trace. */
  private static long add(SqlKind kind, long seed, Totals totals) {
    Report report = experiment(kind, seed, 0);
    totals.add(report);
    System.out.printf(
        "%s seed %d: %s, %d steps%s%n",
        kind.name(),
        seed,
        report.scenario(),
        report.steps(),
        report.isRed() ? ", RED: " + report.violations() : "");
    return report.hash();
  }

  private static boolean isLeft(SqlKind kind) {
    List<String> left = left(kind);
    left.forEach(System.out::println);
    return !left.isEmpty();
  }

  /** Returns the faults and statements that no seed has covered so far but another might. */
  private static List<String> left(SqlKind kind) {
    List<String> left =
        new ArrayList<>(UnsimulatedStatements.listed().unexecuted(kind.name(), kind.files()));
    kind.unmet().forEach(trouble -> left.add(trouble + " did not occur"));
    return left;
  }

  private static Report experiment(SqlKind kind, long seed, int lines) {
    return Experiment.run(SqlGround.on(kind, UnaryOperator.identity()), seed, Sabotage.NONE, lines);
  }
}
