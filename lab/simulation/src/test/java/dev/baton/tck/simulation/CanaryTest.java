package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that the checkers find engines that are broken on purpose. A checker that finds nothing
 * proves nothing. Each canary first runs with the seed that found it last time, which saves
 * minutes. If a changed engine makes that seed useless, the test tries the seeds from 1 on and
 * prints the stale seeds at the end. {@code -Dbaton.updateDocs=true} searches again and stores the
 * seeds that it finds.
 */
@Tag("deep")
@ExtendWith(Quiet.class)
final class CanaryTest {
  private static final int MOST_SEEDS = 2_000;
  private static final Path NOTED =
      Path.of("src/test/resources/dev/baton/tck/simulation/caught-by.txt");

  @Test
  void everyBrokenEngineIsCaught() throws IOException {
    List<Canary> canaries = new ArrayList<>();
    canaries.addAll(FenceCanaries.all());
    canaries.addAll(StoreCanaries.all());
    canaries.addAll(StartCanaries.all());
    canaries.addAll(SeamCanaries.all());
    canaries.addAll(ClusterCanaries.all());
    canaries.addAll(WaitCanaries.all());
    canaries.addAll(WaitingCanaries.all());
    canaries.addAll(SignalCanaries.all());
    canaries.addAll(MergeCanaries.all());
    canaries.addAll(ScheduleCanaries.all());
    canaries.addAll(OrderCanaries.all());
    boolean anew = Boolean.getBoolean("baton.updateDocs");
    Map<String, Integer> noted = anew ? Map.of() : noted();
    Map<String, Integer> caughtBy = new ConcurrentSkipListMap<>();
    List<String> table =
        canaries.parallelStream()
            .map(canary -> caught(canary, noted.get(canary.name()), anew, caughtBy))
            .toList();
    System.out.println("canaries (the seed that caught them, and how):");
    table.forEach(System.out::println);
    List<String> stale = table.stream().filter(line -> line.contains("STALE")).toList();
    if (!stale.isEmpty()) {
      System.out.println(
          "The noted seeds of these canaries no longer find them, which costs minutes: run mvn"
              + " -pl :simulation -am test -Dtest=CanaryTest"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dbaton.updateDocs=true");
      stale.forEach(System.out::println);
    }
    assertThat(table).noneMatch(line -> line.contains("NOT CAUGHT"));
    if (anew) {
      Files.write(
          NOTED,
          caughtBy.entrySet().stream().map(each -> each.getValue() + " " + each.getKey()).toList());
    }
  }

  private static Map<String, Integer> noted() throws IOException {
    return Files.readAllLines(NOTED).stream()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(parts -> parts[1], parts -> Integer.parseInt(parts[0])));
  }

  private static String caught(
      Canary canary, @Nullable Integer noted, boolean anew, Map<String, Integer> caughtBy) {
    IntStream others = IntStream.rangeClosed(1, MOST_SEEDS);
    PrimitiveIterator.OfInt seeds =
        (noted == null ? others : IntStream.concat(IntStream.of(noted), others)).iterator();
    while (seeds.hasNext()) {
      int seed = seeds.nextInt();
      Report report = Experiment.run(seed, canary.sabotage(), 0);
      if (report.isRed()) {
        caughtBy.put(canary.name(), seed);
        String stale =
            anew || (noted != null && noted == seed) ? "" : " STALE: the seed noted is " + noted;
        return String.format("  %-46s %4d  %s%s", canary.name(), seed, how(report), stale);
      }
    }
    return String.format("  %-46s NOT CAUGHT, noted is %s", canary.name(), noted);
  }

  private static String how(Report report) {
    String text = report.violations().get(0).replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "…");
    return text.length() <= 90 ? text : text.substring(0, 90);
  }
}
