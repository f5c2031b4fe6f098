package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checkers that find nothing prove nothing: engines that are broken on purpose must be found. */
final class CanaryTest {
  private static final int MOST_SEEDS = 2_000;

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
  void everyBrokenEngineIsCaught() {
    List<Canary> canaries = new ArrayList<>();
    canaries.addAll(FenceCanaries.all());
    canaries.addAll(StoreCanaries.all());
    canaries.addAll(SeamCanaries.all());
    canaries.addAll(ClusterCanaries.all());
    canaries.addAll(WaitCanaries.all());
    canaries.addAll(WaitingCanaries.all());
    canaries.addAll(SignalCanaries.all());
    canaries.addAll(MergeCanaries.all());
    canaries.addAll(ScheduleCanaries.all());
    List<String> table = canaries.parallelStream().map(CanaryTest::seedsUntilCaught).toList();
    System.out.println("canaries (seeds until caught, and how):");
    table.forEach(System.out::println);
    assertThat(table).noneMatch(line -> line.contains("NOT CAUGHT"));
  }

  private static String seedsUntilCaught(Canary canary) {
    for (int seed = 1; seed <= MOST_SEEDS; seed++) {
      Report report = Experiment.run(seed, canary.sabotage(), 0);
      if (report.isRed()) {
        return String.format("  %-46s %4d  %s", canary.name(), seed, how(report));
      }
    }
    return String.format("  %-46s NOT CAUGHT in %d seeds", canary.name(), MOST_SEEDS);
  }

  private static String how(Report report) {
    String text = report.violations().get(0).replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "…");
    return text.length() <= 90 ? text : text.substring(0, 90);
  }
}
