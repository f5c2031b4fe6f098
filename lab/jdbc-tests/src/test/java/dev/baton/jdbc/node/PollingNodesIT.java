package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests nodes without hints from other nodes: they poll more often, which has a price. */
@Tag("deep")
final class PollingNodesIT {
  private final BlockingQueue<Long> startedNanos = new LinkedBlockingQueue<>();
  private final CountingDataSource counting = new CountingDataSource();
  private HikariDataSource pool = new HikariDataSource();
  private DataSource counted = pool;

  @BeforeEach
  void prepare() {
    DatabaseAddress address = LocalH2.newDatabase();
    pool = Pools.of(address, 10);
    BatonSchema.apply(pool);
    counted = counting.around(pool);
  }

  @AfterEach
  void closePool() {
    pool.close();
  }

  @Test
  void aTaskAddedElsewhereIsFoundByTheNextShortPoll() throws Exception {
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
            "T",
            attempt -> {
              startedNanos.add(System.nanoTime());
              return Outcome.done();
            });
    try (Baton runner = Baton.builder(JdbcStore.of(pool)).define(definition).start();
        Baton adder = Baton.builder(JdbcStore.of(pool)).start()) {
      long[] millis = new long[9];
      for (int i = 0; i < millis.length; i++) {
        adder.tasks().add(TaskRequest.of(TaskType.of("T")));
        long committed = System.nanoTime();
        Long started = startedNanos.poll(60, TimeUnit.SECONDS);
        assertThat(started).isNotNull();
        millis[i] = (started - committed) / 1_000_000;
      }
      Arrays.sort(millis);
      System.out.println("polls: commit to start elsewhere, ms: " + Arrays.toString(millis));
      assertThat(millis[0]).as("sooner than polls of a second would find each").isLessThan(900);
      assertThat(runner.isBucketRunning("default")).isTrue();
    }
  }

  /** Prints only. */
  @Test
  void idleNodesAreCountedByTheirStatements() throws Exception {
    double slow =
        idle(Baton.builder(JdbcStore.of(counted)).settings(s -> s.poll(Duration.ofSeconds(1))));
    double quick = idle(Baton.builder(JdbcStore.of(counted)));
    System.out.printf(
        Locale.ROOT,
        "polls: an idle node sends %.1f statements/s with polls of 1 s, %.1f as a node without"
            + " hints%n",
        slow,
        quick);
    assertThat(quick).isPositive();
  }

  private double idle(Baton.Builder node) throws Exception {
    Duration watched = Duration.ofSeconds(Integer.getInteger("baton.idleSeconds", 1));
    try (Baton baton = node.start()) {
      moment(Duration.ofMillis(300));
      counting.reset();
      moment(watched);
      assertThat(baton.leasedTasks()).isZero();
      return counting.statements() * 1e3 / watched.toMillis();
    }
  }

  private static void moment(Duration length) throws InterruptedException {
    boolean never = new CountDownLatch(1).await(length.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(never).isFalse();
  }
}
