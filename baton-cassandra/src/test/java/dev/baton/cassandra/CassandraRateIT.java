package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.baton.Baton;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.cluster.NodeSettings;
import dev.baton.api.limit.Limit;
import dev.baton.local.cassandra.LocalCassandra;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rates on one server of this machine, for docs/cassandra.md: -Dbaton.measure=true. */
@EnabledIfSystemProperty(named = "baton.measure", matches = "true")
class CassandraRateIT {
  private static final int TASKS = Integer.getInteger("baton.measure.tasks", 20_000);
  private static final int BATCH = 500;
  private static final int CALLERS = 16;
  private static final int SLOTS = 500;

  @ParameterizedTest
  @CsvSource({"1,1", "4,1", "4,2", "16,2"})
  void tasksAreAddedAndDrained(int shards, int nodes) throws Exception {
    String name = "rate_" + shards + "_" + nodes;
    try (CqlSession session = TestKeyspace.session(List.of(LocalCassandra.temporary().address()))) {
      TestKeyspace.create(session, name, 1, shards);
      double single;
      double batches;
      try (Baton adder = CassandraBaton.on(session, name, TestKeyspace.SETTINGS).start()) {
        addInBatches(adder);
        long start = System.nanoTime();
        addInBatches(adder);
        batches = rate(TASKS, start);
        single = singleAdds(adder);
      }
      int all = 2 * TASKS + TASKS / 10;
      System.out.printf(
          "%d shards, %d nodes: %.0f adds/s in batches of %d, %.0f single adds/s of %d callers,"
              + " %.0f tasks/s drained%n",
          shards, nodes, batches, BATCH, single, CALLERS, drain(session, name, nodes, all));
    }
  }

  private static double rate(int tasks, long startNanos) {
    return tasks * 1e9 / (System.nanoTime() - startNanos);
  }

  private static void addInBatches(Baton adder) {
    for (int added = 0; added < TASKS; added += BATCH) {
      assertThat(adder.tasks().addAll(Collections.nCopies(BATCH, TaskRequest.of("T"))))
          .hasSize(BATCH);
    }
  }

  private static double singleAdds(Baton adder) {
    long start = System.nanoTime();
    List<CompletableFuture<Void>> callers =
        IntStream.range(0, CALLERS)
            .mapToObj(
                caller ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int i = caller; i < TASKS / 10; i += CALLERS) {
                            adder.tasks().add(TaskRequest.of("T"));
                          }
                        },
                        thread -> new Thread(thread).start()))
            .toList();
    callers.forEach(CompletableFuture::join);
    return rate(TASKS / 10, start);
  }

  private static double drain(CqlSession session, String name, int nodes, int tasks)
      throws Exception {
    CountDownLatch left = new CountDownLatch(tasks);
    TaskDefinition counts =
        TaskDefinition.of(
                "T",
                attempt -> {
                  left.countDown();
                  return Outcome.done();
                })
            .concurrency(Limit.perNode(SLOTS));
    NodeSettings settings =
        NodeSettings.defaults()
            .maxRunning(SLOTS)
            .keepDone(Duration.ZERO)
            .poll(Duration.ofMillis(200));
    List<Baton> running =
        IntStream.range(0, nodes)
            .mapToObj(
                i ->
                    CassandraBaton.on(session, name, TestKeyspace.SETTINGS)
                        .settings(settings)
                        .define(counts)
                        .start())
            .toList();
    long start = System.nanoTime();
    assertThat(left.await(5, TimeUnit.MINUTES)).isTrue();
    double rate = rate(tasks, start);
    running.forEach(Baton::close);
    return rate;
  }
}
