package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.sql.SqlKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The engine on real databases under the simulator: the same experiments and checkers as on memory,
 * where the scheduler sees each statement.
 *
 * <ul>
 *   <li>{@code -Dbaton.sim.sql.seeds=100} how many seeds are tried on each database
 *   <li>{@code -Dbaton.sim.from=N} the first of them
 *   <li>{@code -Dbaton.sim.trace=200} how many of the last lines of a red one are printed
 * </ul>
 */
final class SqlSimulationTest {
  /** Small ones, for each build: one of them is flooded. */
  private static final List<Long> SHORT_FORM = List.of(17L, 18L, 7L);

  private static final int TRACE_LINES = Integer.getInteger("baton.sim.trace", 60);

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
  void noSeedBreaksAPromiseOnH2() {
    run(SqlKind.h2());
  }

  @Test
  void noSeedBreaksAPromiseOnPostgresql() {
    run(SqlKind.postgresql());
  }

  @Test
  void noSeedBreaksAPromiseOnMariaDb() {
    run(SqlKind.mariaDb());
  }

  private static void run(SqlKind kind) {
    Totals totals = new Totals();
    List<Report> reports = new ArrayList<>();
    List<Long> seeds = seeds();
    long first = seeds.get(0);
    for (long seed : seeds) {
      reports.add(experiment(kind, seed, 0));
      totals.add(reports.get(reports.size() - 1));
    }
    System.out.println(kind.name() + " " + totals.line(first));
    System.out.println(kind.name() + " SQL files that weren't executed: " + kind.unexecuted());
    Report again = experiment(kind, first, 0);
    assertThat(again.hash()).as("the seed %d once more", first).isEqualTo(reports.get(0).hash());
    for (Report red : totals.red()) {
      experiment(kind, red.seed(), TRACE_LINES).trace().forEach(System.out::println);
      System.out.println("seed " + red.seed() + " on " + kind.name() + ": " + red.violations());
    }
    assertThat(totals.red()).isEmpty();
  }

  private static List<Long> seeds() {
    Integer many = Integer.getInteger("baton.sim.sql.seeds");
    if (many == null) {
      return SHORT_FORM;
    }
    long from = Long.getLong("baton.sim.from", 1);
    return LongStream.range(from, from + many).boxed().toList();
  }

  private static Report experiment(SqlKind kind, long seed, int lines) {
    return Experiment.run(SqlGround.on(kind, UnaryOperator.identity()), seed, Sabotage.NONE, lines);
  }
}
