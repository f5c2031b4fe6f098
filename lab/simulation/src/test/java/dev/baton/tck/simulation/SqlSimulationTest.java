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
 * The engine on real databases under the simulator: the same experiments and checkers as on memory,
 * where the scheduler sees each statement.
 *
 * <ul>
 *   <li>{@code -Dbaton.sim.sql.seeds=100} how many seeds are tried on each database
 *   <li>{@code -Dbaton.sim.from=N} the first of them
 *   <li>{@code -Dbaton.sim.sql.these=7,18} these alone
 *   <li>{@code -Dbaton.sim.trace=200} how many of the last lines of a red one are printed
 * </ul>
 */
@Execution(ExecutionMode.CONCURRENT)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(Quiet.class)
final class SqlSimulationTest {
  private static final int TRACE_LINES = Integer.getInteger("baton.sim.trace", 60);

  /** It takes longest, so it begins first. */
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

  /** The seeds of MariaDB, whose SQL it shares; nothing says what they must meet. */
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
      // A changed engine may meet something later than it did: SqlSeedCover notes when.
      SqlSeeds.more(seeds).filter(seed -> isLeft(kind)).forEach(seed -> add(kind, seed, totals));
    }
    SqlStatementReport.Found files = kind.files();
    System.out.println(kind.name() + " " + totals.line(first));
    System.out.println(kind.name() + " met " + kind.troubles().counts());
    System.out.printf(
        "%s executed %d of %d SQL statements%n",
        kind.name(), files.executed().size(), files.all().size());
    if (kind.replays() && (Depth.IS_DEEP || SqlSeeds.areAskedFor())) {
      // The first was alone on its server; now others were there before it.
      assertThat(experiment(kind, first, 0).hash()).as("the seed %d again", first).isEqualTo(hash);
    }
    requireNoneRed(kind, totals);
    if (wholly) {
      assertThat(UnsimulatedStatements.listed().faults(kind.name(), files)).isEmpty();
      assertThat(kind.unmet()).as("what no simulation of %s has met", kind.name()).isEmpty();
    }
  }

  private static void requireNoneRed(SqlKind kind, Totals totals) {
    for (Report red : totals.red()) {
      experiment(kind, red.seed(), TRACE_LINES).trace().forEach(System.out::println);
      System.out.println("seed " + red.seed() + " on " + kind.name() + ": " + red.violations());
    }
    assertThat(totals.red()).isEmpty();
  }

  /** Tries the seed; answers the hash of its trace. */
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

  /** What no seed has met or executed so far, and another might. */
  private static List<String> left(SqlKind kind) {
    List<String> left =
        new ArrayList<>(UnsimulatedStatements.listed().unexecuted(kind.name(), kind.files()));
    kind.unmet().forEach(trouble -> left.add(trouble + " was not met"));
    return left;
  }

  private static Report experiment(SqlKind kind, long seed, int lines) {
    return Experiment.run(SqlGround.on(kind, UnaryOperator.identity()), seed, Sabotage.NONE, lines);
  }
}
