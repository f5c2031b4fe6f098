package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that the checkers find a store on Cassandra that is broken on purpose. Each canary has a
 * noted seed that finds it. After a change of a store or the engine, a noted seed may no longer
 * find it; then the test tries a few others. {@code -Dbaton.sim.cassandra.canarySeeds=500} searches
 * further, from 1 on. {@code -Dbaton.sim.cassandra.canary=KEY} runs only the canaries with that
 * text in their names.
 */
@Tag("deep")
@ExtendWith(Quiet.class)
final class CassandraCanaryTest {
  private static final int SEEDS = Integer.getInteger("baton.sim.cassandra.canarySeeds", 12);
  private static final String ONLY = System.getProperty("baton.sim.cassandra.canary", "");
  private static final long MAX_STEPS = 60_000;

  private static final Map<CassandraCanary, Long> NOTED =
      new TreeMap<>(
          Map.of(
              CassandraCanary.NO_EPOCH_CONDITION, 1L,
              CassandraCanary.UNKNOWN_IS_REFUSED, 5L,
              CassandraCanary.KEY_TOKEN_IGNORED, 3L,
              CassandraCanary.WRITES_FORGOTTEN, 5L,
              CassandraCanary.SLOTS_FORGOTTEN, 1L,
              CassandraCanary.WAITS_FORGOTTEN, 1L,
              CassandraCanary.READ_FROM_ONE_REPLICA, 1L));

  @Test
  void eachBrokenStoreIsCaught() {
    List<String> table = new ArrayList<>();
    for (CassandraCanary canary : CassandraCanary.values()) {
      if (canary != CassandraCanary.NONE && canary.name().contains(ONLY)) {
        table.add(caught(canary));
      }
    }
    System.out.println("canaries on Cassandra (the seed that caught them, steps, and how):");
    table.forEach(System.out::println);
    assertThat(table).noneMatch(line -> line.contains("NOT CAUGHT"));
  }

  private static String caught(CassandraCanary canary) {
    return LongStream.concat(
            LongStream.of(NOTED.getOrDefault(canary, 1L)), LongStream.rangeClosed(1, SEEDS))
        .mapToObj(seed -> run(canary, seed))
        .filter(Report::isRed)
        .findFirst()
        .map(report -> line(canary, report))
        .orElse(String.format("  %-24s NOT CAUGHT in %d seeds", canary, SEEDS));
  }

  private static Report run(CassandraCanary canary, long seed) {
    return Experiment.run(CassandraGround.with(canary), seed, Sabotage.NONE, 0, MAX_STEPS);
  }

  private static String line(CassandraCanary canary, Report report) {
    String how = report.violations().get(0).replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "…");
    return String.format(
        "  %-24s %4d %6d  %s",
        canary, report.seed(), report.steps(), how.length() <= 90 ? how : how.substring(0, 90));
  }
}
