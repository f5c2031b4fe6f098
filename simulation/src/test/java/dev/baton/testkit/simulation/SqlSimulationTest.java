package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.sql.SqlKind;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The engine on real databases under the simulator: the same experiments and checkers as on memory,
 * where the scheduler sees each statement. {@code -Dbaton.sim.sql.seeds=100} tries so many seeds,
 * {@code -Dbaton.sim.from=N} from that one on.
 */
final class SqlSimulationTest {
  private static final int SEEDS = Integer.getInteger("baton.sim.sql.seeds", 2);
  private static final long FROM = Long.getLong("baton.sim.from", 1);

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

  /** The first seed twice: the same history. */
  private static void run(SqlKind kind) {
    Report first = experiment(kind, FROM);
    List<Report> others =
        LongStream.range(FROM, FROM + SEEDS).mapToObj(seed -> experiment(kind, seed)).toList();
    assertThat(others.get(0).hash()).isEqualTo(first.hash());
    assertThat(others).allSatisfy(report -> assertThat(report.violations()).isEmpty());
  }

  private static Report experiment(SqlKind kind, long seed) {
    return Experiment.run(
        (simulation, sabotage) -> new SqlGround(kind, simulation), seed, Sabotage.NONE, 0);
  }
}
