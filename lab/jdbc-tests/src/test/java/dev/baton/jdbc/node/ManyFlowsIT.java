package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a node keeps no more in memory than its bounds, however many flows and types exist,
 * and that other tasks start as soon as usual, with or without a hint.
 *
 * <p>{@code -Dbounds.flows=5000000 -Dbounds.types=1000000} sets their numbers, with the default
 * look-ahead table; {@code -Dbounds.databases=postgresql} leaves MariaDB out.
 */
@Tag("deep")
final class ManyFlowsIT {
  private static final int FEW = 18_000;
  private static final int FLOWS = Integer.getInteger("bounds.flows", FEW);
  private static final int TYPES = Integer.getInteger("bounds.types", FEW);
  private static final String DATABASES =
      System.getProperty("bounds.databases", "postgresql,mariadb");

  /** More than any other bound that a small run reaches, and less than there are flows. */
  private static final int ENTRIES = 16_000;

  /** Size of a backlog that keeps the limit full during the measurement. */
  private static final int CONTROL = 1_000;

  private static final int SMALL_TOTAL = 2_000;
  private static final int TOTAL = 100_000;
  private static final long ENOUGH_BYTES = 160L << 20;
  private static final Duration ENOUGH = Duration.ofSeconds(20);

  @Test
  void keysBehindAFullLimitAreKeptUpToTheTotal() throws Exception {
    if (DATABASES.contains("postgresql")) {
      behind(() -> LocalPostgres.temporary().newDatabase(), FLOWS, Backlog.OF_MANY_KEYS);
    }
  }

  @Test
  void keysBehindAFullLimitAreBoundedOnMariaDb() throws Exception {
    if (DATABASES.contains("mariadb")) {
      behind(() -> LocalMariaDb.temporary().newDatabase(), FLOWS, Backlog.OF_MANY_KEYS);
    }
  }

  @Test
  void typesOfAPrefixBehindAFullLimitAreKeptUpToTheTotal() throws Exception {
    if (DATABASES.contains("postgresql")) {
      behind(() -> LocalPostgres.temporary().newDatabase(), TYPES, Backlog.OF_MANY_TYPES);
    }
  }

  @Test
  void typesBehindAFullLimitAreBoundedOnMariaDb() throws Exception {
    if (DATABASES.contains("mariadb")) {
      behind(() -> LocalMariaDb.temporary().newDatabase(), TYPES, Backlog.OF_MANY_TYPES);
    }
  }

  @Test
  void typesThatHaveRunAreForgotten() throws Exception {
    BacklogScene scene =
        new BacklogScene(LocalPostgres.temporary().newDatabase(), Backlog.OF_MANY_OPEN_TYPES);
    scene.keepAtMost(SMALL_TOTAL);
    scene.fill(FEW);
    scene.start();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (scene.liveTasks() > 0 && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(scene.liveTasks()).isZero();
    scene.close();
    assertBounded(scene, ENTRIES);
  }

  private static void behind(Supplier<DatabaseAddress> databases, int rows, Backlog backlog)
      throws Exception {
    Started control = startBehind(new BacklogScene(databases.get(), backlog), CONTROL, SMALL_TOTAL);
    System.out.printf("bounds: %s, %d rows: %s%n", backlog, CONTROL, control);
    int total = rows > FEW ? TOTAL : SMALL_TOTAL;
    BacklogScene scene = new BacklogScene(databases.get(), backlog);
    Started started = startBehind(scene, rows, total);
    System.out.printf("bounds: %s, %d rows: %s%n", backlog, rows, started);
    Map<String, Integer> kept = assertBounded(scene, total == TOTAL ? 4 * TOTAL : ENTRIES);
    assertThat(kept)
        .hasEntrySatisfying(
            "engine.dispatch.table.LookAheadTable.byId",
            size -> {
              assertThat(size).isBetween(1, total);
            });
    assertThat(started.grownBytes()).isLessThan(ENOUGH_BYTES);
  }

  /** How soon other tasks start after a backlog, and how much the node's heap has grown. */
  private record Started(
      Duration untilFull,
      BacklogScene.Latencies addedHere,
      BacklogScene.Latencies addedElsewhere,
      List<Duration> withoutHint,
      long grownBytes) {

    @Override
    public String toString() {
      return "full %d ms after the start; commit to start of 50: added here %s, elsewhere %s;"
              .formatted(untilFull.toMillis(), addedHere, addedElsewhere)
          + " without a hint %s ms; heap %+d KiB"
              .formatted(withoutHint.stream().map(Duration::toMillis).toList(), grownBytes / 1024);
    }
  }

  private static Started startBehind(BacklogScene scene, int rows, int total) throws Exception {
    scene.keepAtMost(total);
    scene.fill(rows);
    long before = BacklogScene.usedHeap();
    Started started =
        new Started(
            scene.start(),
            scene.addAndStart(BacklogScene.Adder.THE_NODE_ITSELF),
            scene.addAndStart(BacklogScene.Adder.ANOTHER_NODE),
            List.of(scene.addByHandAndStart(rows + 1), scene.addByHandAndStart(rows + 2)),
            BacklogScene.usedHeap() - before);
    scene.close();
    assertThat(started.addedHere().worst()).isLessThan(ENOUGH);
    assertThat(started.addedElsewhere().worst()).isLessThan(ENOUGH);
    assertThat(started.withoutHint()).allMatch(one -> one.compareTo(ENOUGH) < 0);
    return started;
  }

  private static Map<String, Integer> assertBounded(BacklogScene scene, int most)
      throws IllegalAccessException {
    TreeMap<String, Integer> kept = KeptEntries.of(scene.node());
    kept.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(8)
        .forEach(entry -> System.out.println("bounds: " + entry));
    assertThat(kept).hasSizeGreaterThan(30);
    assertThat(kept.values()).allMatch(size -> size <= most);
    return kept;
  }
}
