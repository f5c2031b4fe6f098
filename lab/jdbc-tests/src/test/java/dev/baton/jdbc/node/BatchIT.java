package dev.baton.jdbc.node;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Batch;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests batches and workflows on real databases, with several nodes. */
@Tag("deep")
final class BatchIT {
  private static final int MANY = 10_000;
  private static final long PATIENCE_SECONDS = 120;

  private final AtomicInteger troubles = new AtomicInteger();
  private final AtomicReference<String> lastTrouble = new AtomicReference<>("");

  @Test
  void waitingForTenThousandCostsLittleMoreThanRunningThem() throws Exception {
    try (HikariDataSource pool = pool(LocalPostgres.temporary().newDatabase())) {
      run(pool, 1_000, true);
      double alone = run(pool, MANY, false);
      double awaited = run(pool, MANY, true);
      System.out.printf(
          Locale.ROOT,
          "fan-in of %d: %.2f s to the start of the follower, %.2f s for the same without it%n",
          MANY,
          awaited,
          alone);
      assertThat(awaited).isLessThan(5 * alone + 5);
    }
  }

  /**
   * Returns the seconds from the first start to that of the follower, or to the end of the last
   * task.
   */
  private double run(HikariDataSource pool, int count, boolean follows) throws Exception {
    AtomicReference<Long> first = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(count);
    CountDownLatch followed = new CountDownLatch(1);
    RawHandler.Sync one =
        attempt -> {
          first.compareAndSet(null, System.nanoTime());
          return Outcome.done();
        };
    RawHandler.Sync then =
        attempt -> {
          followed.countDown();
          return Outcome.done();
        };
    try (Baton baton =
        Baton.builder(JdbcStore.of(pool))
            .define(RawDefinition.of("ONE", one).keepDone(Duration.ZERO))
            .define(RawDefinition.of("THEN", then))
            .listener(
                event -> {
                  if (event instanceof TaskEvent.Completed) {
                    ran.countDown();
                  }
                })
            .start()) {
      List<? extends TaskRequest<?, ?>> requests =
          IntStream.range(0, count)
              .mapToObj(
                  i -> withoutLocalDispatch(TaskType.of("ONE", Bytes.class).with(Bytes.of("p"))))
              .toList();
      long begun = System.nanoTime();
      if (follows) {
        baton.tasks().addBatch(Batch.of(requests).whenAllDone(TaskRequest.of(TaskType.of("THEN"))));
      } else {
        baton.tasks().addAll(requests);
      }
      double adding = (System.nanoTime() - begun) / 1e9;
      assertThat(ran.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      if (follows) {
        assertThat(followed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      }
      double seconds = (System.nanoTime() - first.get()) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "%d tasks %s: added in %.2f s, through in %.2f s%n",
          count,
          follows ? "and the follower" : "alone",
          adding,
          seconds);
      return seconds;
    }
  }

  @Test
  void twoNodesEndTheTasksOfAWorkflowOnPostgres() throws Exception {
    workflows(LocalPostgres.temporary().newDatabase());
  }

  @Test
  void twoNodesEndTheTasksOfAWorkflowOnMariaDb() throws Exception {
    workflows(LocalMariaDb.temporary().newDatabase());
  }

  /** Adds forty tasks; thirty wait for most of them each; one waits for all of these. */
  private void workflows(DatabaseAddress address) throws Exception {
    Map<UUID, Long> ended = new ConcurrentHashMap<>();
    Map<UUID, Long> begun = new ConcurrentHashMap<>();
    Map<UUID, Integer> starts = new ConcurrentHashMap<>();
    CountDownLatch last = new CountDownLatch(1);
    RawHandler.Sync plain =
        attempt -> {
          begun.put(attempt.taskId(), System.nanoTime());
          starts.merge(attempt.taskId(), 1, Integer::sum);
          ended.put(attempt.taskId(), System.nanoTime());
          if (attempt.type().equals("LAST")) {
            last.countDown();
          }
          return Outcome.done();
        };
    // The database may end a deadlock by rolling one of them back, which then starts again.
    RawHandler.Transactional transactional =
        (attempt, transaction) -> {
          Connection connection = transaction.unwrap(Connection.class);
          try (PreparedStatement effect =
              connection.prepareStatement("INSERT INTO effect VALUES (?)")) {
            effect.setString(1, attempt.taskId().toString());
            effect.executeUpdate();
          }
          return plain.handle(attempt);
        };
    TaskDefinition<?, ?>[] types = {
      RawDefinition.of("PLAIN", plain),
      RawDefinition.transactional("BOOKED", transactional),
      RawDefinition.of("LAST", plain)
    };
    try (HikariDataSource pool = pool(address);
        Baton one = node(pool).define(types).start();
        Baton two = node(pool).define(types).start()) {
      Map<UUID, List<UUID>> waits = new LinkedHashMap<>();
      UUID end =
          JdbcTransactions.of(pool)
              .call(
                  transaction -> {
                    List<UUID> first = new ArrayList<>();
                    for (int i = 0; i < 40; i++) {
                      String type = i % 2 == 0 ? "PLAIN" : "BOOKED";
                      TaskRequest<?, ?> request =
                          withoutLocalDispatch(TaskRequest.of(TaskType.of(type)));
                      first.add(one.tasks().add(transaction, request).taskId());
                    }
                    List<UUID> second = new ArrayList<>();
                    for (int i = 0; i < 30; i++) {
                      List<UUID> some = first.subList(i % 7, 40 - i % 5);
                      TaskRequest<?, ?> request =
                          TaskRequest.of(TaskType.of(i % 3 == 0 ? "BOOKED" : "PLAIN"))
                              .waitForDone(some);
                      UUID id = two.tasks().add(transaction, request).taskId();
                      second.add(id);
                      waits.put(id, some);
                    }
                    TaskRequest<?, ?> request =
                        TaskRequest.of(TaskType.of("LAST")).waitForDone(second);
                    UUID id = one.tasks().add(transaction, request).taskId();
                    waits.put(id, second);
                    return id;
                  });
      assertThat(last.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(starts).hasSize(71);
      Set<String> booked = effects(pool);
      starts.forEach(
          (id, times) -> {
            if (!booked.contains(id.toString())) {
              assertThat(times).isEqualTo(1);
            }
          });
      assertThat(booked).hasSize(30);
      waits.forEach(
          (id, named) -> named.forEach(on -> assertThat(ended.get(on)).isLessThan(begun.get(id))));
      assertThat(begun).containsKey(end);
    }
    assertThat(troubles).as("%s", lastTrouble).hasValue(0);
  }

  private Baton.Builder node(HikariDataSource pool) {
    return Baton.builder(JdbcStore.of(pool))
        .settings(s -> s.poll(Duration.ofMillis(100)).completionBatch(5))
        .listener(
            event -> {
              boolean failed =
                  event instanceof TaskEvent.Completed completed
                      && completed.error() != null
                      && !completed.error().contains("Deadlock found");
              if (failed || event instanceof NodeEvent.StoreTrouble) {
                troubles.incrementAndGet();
                lastTrouble.set(event.toString());
              }
            });
  }

  private static Set<String> effects(HikariDataSource pool) throws SQLException {
    Set<String> found = new HashSet<>();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id FROM effect")) {
      while (rows.next()) {
        assertThat(found.add(rows.getString(1))).as("each effect once").isTrue();
      }
    }
    return found;
  }

  private static HikariDataSource pool(DatabaseAddress address) throws SQLException {
    HikariDataSource pool = Pools.of(address, 24);
    BatonSchema.apply(pool);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE effect (id VARCHAR(36) NOT NULL)");
    }
    return pool;
  }
}
