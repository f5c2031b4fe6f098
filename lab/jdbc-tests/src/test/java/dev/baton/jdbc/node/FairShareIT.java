package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that the tasks of a small key start as soon next to many tasks of a big key as next to few,
 * where five of the type run at a time, for 200 ms each; and that each of very many keys gets its
 * turn.
 *
 * <p>{@code -Dfair.tasks=1000000} sets the number of tasks, uses the default look-ahead table, and
 * also measures before without the big key, and with few of its tasks.
 */
@Tag("deep")
final class FairShareIT {
  private static final int FEW = 1_000;
  private static final int MANY = 100_000;
  private static final int TASKS = Integer.getInteger("fair.tasks", 5_000);
  private static final boolean IS_LONG = TASKS > MANY;
  private static final int TOTAL = IS_LONG ? 100_000 : 2_000;
  private static final Duration ENOUGH = Duration.ofSeconds(20);
  private static final Duration MOST = Duration.ofMinutes(8);

  @Test
  void bigKeyDoesNotDelayASmallKeyOnPostgreSql() throws Exception {
    besideABigKey(() -> LocalPostgres.temporary().newDatabase());
  }

  @Test
  void bigKeyDoesNotDelayASmallKeyOnMariaDb() throws Exception {
    besideABigKey(() -> LocalMariaDb.temporary().newDatabase());
  }

  @Test
  void eachOfManyKeysGetsItsTurnWithinBounds() throws Exception {
    for (Backlog backlog : List.of(Backlog.OF_MANY_OPEN_KEYS, Backlog.OF_MANY_KEYS_IN_TURNS)) {
      BacklogScene scene = scene(LocalPostgres.temporary().newDatabase(), backlog, TASKS);
      long began = System.nanoTime();
      long heap = BacklogScene.usedHeap();
      scene.start();
      heap = Math.max(0, BacklogScene.usedHeap() - heap);
      while (scene.liveTasks() > 0 && System.nanoTime() - began < MOST.toNanos()) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
      assertThat(scene.liveTasks()).isZero();
      System.out.printf(
          "fair share: %s, %d tasks: all done after %d ms; heap at first %+d KiB%n",
          backlog, TASKS, (System.nanoTime() - began) / 1_000_000, heap / 1024);
      close(scene);
    }
  }

  private static void besideABigKey(Supplier<DatabaseAddress> databases) throws Exception {
    for (int tasks : IS_LONG ? new int[] {0, FEW, TASKS} : new int[] {TASKS}) {
      BacklogScene.Latencies small = started(databases.get(), tasks);
      assertThat(small.worst()).as("next to %s", tasks).isLessThan(ENOUGH);
    }
  }

  private static BacklogScene.Latencies started(DatabaseAddress address, int tasks)
      throws Exception {
    BacklogScene scene = scene(address, Backlog.OF_A_BIG_KEY_IN_TURNS, tasks);
    scene.start();
    // In the long form the small key's tasks come so far apart that they don't wait for each other.
    int others = IS_LONG ? 300 : 50;
    BacklogScene.Latencies small =
        scene.addAndStart(BacklogScene.Adder.THE_NODE_ITSELF, others, IS_LONG ? 100 : 5);
    System.out.printf(
        "fair share on %s, with %d tasks of a big key: commit to start of %d of a small key %s%n",
        address.url().contains("mariadb") ? "MariaDB" : "PostgreSQL", tasks, others, small);
    close(scene);
    return small;
  }

  private static BacklogScene scene(DatabaseAddress address, Backlog backlog, int tasks)
      throws Exception {
    BacklogScene scene = new BacklogScene(address, backlog);
    scene.keepAtMost(TOTAL);
    scene.fill(tasks);
    return scene;
  }

  private static void close(BacklogScene scene) throws Exception {
    scene.close();
    Map<String, Integer> kept = KeptEntries.of(scene.node());
    assertThat(kept.values()).allMatch(size -> size <= Math.max(16_000, 2 * TOTAL));
  }
}
