package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.LocalDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a node needs no more memory for many ordered keys than for as many keys without an
 * order, and ends their tasks.
 *
 * <p>{@code -Dbaton.orders=1000000} sets their number, with the default look-ahead table, and
 * prints rates and memory of both.
 */
@Tag("deep")
final class ManyOrdersIT {
  private static final int FEW = 4_000;
  private static final int KEYS = Integer.getInteger("baton.orders", FEW);
  private static final boolean IS_LONG = KEYS > FEW;

  /** The largest number of tasks that the node keeps in memory, less than the number of keys. */
  private static final int TOTAL = IS_LONG ? 100_000 : 1_000;

  private static final int MORE = IS_LONG ? 20_000 : 500;
  private static final Duration TIME = IS_LONG ? Duration.ofSeconds(40) : Duration.ofMinutes(3);

  private record Cost(double addsPerSecond, double endsPerSecond, long heapKib, int kept) {}

  @ParameterizedTest
  @MethodSource(LocalDatabase.SERVERS)
  void manyOrderedKeysTakeNoMoreMemoryThanManyKeys(LocalDatabase database) throws Exception {
    Cost plain = cost(database, Backlog.OF_MANY_OPEN_KEYS);
    Cost ordered = cost(database, Backlog.OF_MANY_ORDERED_KEYS);
    System.out.printf("orders on %s, %,d keys: without %s%n", database, KEYS, plain);
    System.out.printf("orders on %s, %,d keys: ordered %s%n", database, KEYS, ordered);
    assertThat(ordered.kept).isLessThanOrEqualTo(Math.max(plain.kept, 2 * TOTAL));
  }

  private static Cost cost(LocalDatabase database, Backlog backlog) throws Exception {
    BacklogScene scene = new BacklogScene(database.newDatabase(), backlog);
    scene.keepAtMost(TOTAL);
    scene.fill(KEYS);
    double adds = scene.addMore(MORE);
    long all = scene.liveTasks();
    assertThat(all).isEqualTo(KEYS + MORE);
    long heap = BacklogScene.usedHeap();
    scene.start();
    long began = System.nanoTime();
    long atFirst = scene.liveTasks();
    long left = atFirst;
    while (left > 0 && System.nanoTime() - began < TIME.toNanos()) {
      TimeUnit.MILLISECONDS.sleep(IS_LONG ? 500 : 20);
      left = scene.liveTasks();
    }
    double ends = (atFirst - left) * 1e9 / (System.nanoTime() - began);
    heap = BacklogScene.usedHeap() - heap;
    if (!IS_LONG) {
      assertThat(left).isZero();
    }
    scene.close();
    Map<String, Integer> kept = KeptEntries.of(scene.node());
    int most = kept.values().stream().mapToInt(size -> size).max().orElseThrow();
    return new Cost(adds, ends, heap / 1024, most);
  }
}
