package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests the engine and the store on Cassandra under the simulator, with servers in memory and the
 * same checkers as for other databases.
 *
 * <ul>
 *   <li>{@code -Dbaton.sim.cassandra.seeds=300} number of seeds to try
 *   <li>{@code -Dbaton.sim.from=N} the first seed
 *   <li>{@code -Dbaton.sim.trace=200} number of trace lines to print for a failed seed, counted
 *       from the end
 * </ul>
 */
@ExtendWith(Quiet.class)
final class CassandraSimulationTest {
  /** In this seed one write releases a task and claims it by a hint that was wrong until then. */
  private static final long PINNED = 61_136;

  private static final int TRACE_LINES = Integer.getInteger("baton.sim.trace", 60);

  @Test
  void noSeedBreaksAPromise() {
    long from = Long.getLong("baton.sim.from", 1);
    long many = Depth.number("baton.sim.cassandra.seeds", 0, 30);
    Totals totals = new Totals();
    LongStream.concat(LongStream.of(PINNED), LongStream.range(from, from + many))
        .forEach(seed -> totals.add(run(seed, 0)));
    System.out.println("cassandra " + totals.line(from));
    for (Report red : totals.red()) {
      run(red.seed(), TRACE_LINES).trace().forEach(System.out::println);
      System.out.println("seed " + red.seed() + ": " + red.violations());
    }
    assertThat(totals.red()).isEmpty();
  }

  @Test
  @Tag("deep")
  void theSameSeedGivesTheSameHistory() {
    assertThat(run(1, 50).hash()).isEqualTo(run(1, 0).hash());
  }

  private static Report run(long seed, int lines) {
    return Experiment.run(CassandraGround.with(CassandraCanary.NONE), seed, Sabotage.NONE, lines);
  }
}
