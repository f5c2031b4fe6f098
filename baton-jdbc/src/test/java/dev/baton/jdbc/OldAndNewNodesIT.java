package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Limit;
import dev.baton.api.NodeSettings;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cluster in the middle of being brought to the next version. */
class OldAndNewNodesIT {
  private static final int TASKS = 60;
  private static final NodeSettings QUICK =
      NodeSettings.defaults().poll(Duration.ofMillis(100)).sweep(Duration.ofMillis(50));

  private final Set<String> nodesThatRan = ConcurrentHashMap.newKeySet();
  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch done = new CountDownLatch(2 * TASKS);
  private final CountDownLatch bothRan = new CountDownLatch(2);

  @ParameterizedTest
  @EnumSource
  void nodesOfTheVersionBeforeAndOfTodayShareTheWorkOnTodaysTables(TestDatabase database)
      throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      PreviousVersion.broughtForward(pool);
      try (Baton old = start(pool, "old");
          Baton today = start(pool, "today")) {
        assertThat(today.cluster().nodes()).as("both know of each other").hasSize(2);
        for (int i = 0; i < TASKS; i++) {
          old.tasks().add(TaskRequest.of("WORK").uniqueBy("old-" + i));
          today.tasks().add(TaskRequest.of("WORK").uniqueBy("today-" + i));
        }
        assertThat(done.await(2, TimeUnit.MINUTES)).isTrue();
      }
      assertThat(runs.get()).isEqualTo(2 * TASKS);
      assertThat(nodesThatRan).containsExactlyInAnyOrder("old", "today");
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_task")).isZero();
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_kept")).isEqualTo(2 * TASKS);
    }
  }

  private Baton start(HikariDataSource pool, String name) {
    Baton.Builder node = JdbcBaton.on(pool);
    if (name.equals("old")) {
      node.stores(s -> s.tasks(PreviousVersion.store(pool)));
    }
    return node.settings(QUICK)
        .define(
            TaskDefinition.of(
                    "WORK",
                    attempt -> {
                      runs.incrementAndGet();
                      if (nodesThatRan.add(name)) {
                        // The first to run waits for the other, or it might do everything alone.
                        bothRan.countDown();
                        bothRan.await();
                      }
                      done.countDown();
                      return Outcome.done();
                    })
                .concurrency(Limit.perNode(8)))
        .start();
  }
}
