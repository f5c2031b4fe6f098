package dev.baton.management;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.cluster.NodeSettings;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.jdbc.OperatorConnections;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Request;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What sixteen people who search all the time cost the engine: figures for docs/performance.md,
 * with {@code -Dbaton.load.rows=200000}.
 */
@EnabledIfSystemProperty(named = "baton.load.rows", matches = "\\d+")
class OperatorLoadIT {
  private static final int PEOPLE = 16;
  private static final int ROUNDS = 3;
  private static final int TASKS = Integer.getInteger("baton.load.tasks", 2_000);
  private static final int CONNECTIONS = Integer.getInteger("baton.load.connections", 3);
  private static final int AT_A_TIME = Integer.getInteger("baton.load.atATime", 3);

  @Test
  void sixteenSearchesBesideTheEngine() throws Exception {
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(database.url());
      pool.setUsername(database.user());
      pool.setPassword(database.password());
      BatonSchema.apply(pool);
      fill(pool, Integer.getInteger("baton.load.rows"));
      try (Baton baton =
          JdbcBaton.on(
                  pool,
                  JdbcTransactions.of(pool),
                  Duration.ofSeconds(10),
                  OperatorConnections.shared(CONNECTIONS))
              .settings(NodeSettings.defaults().keepDone(Duration.ZERO))
              .define(TaskDefinition.of("WORK", attempt -> Outcome.done()))
              .define(TaskDefinition.of("TICK", this::tick))
              .start()) {
        Management management =
            Management.of(baton)
                .accessPolicy(AccessPolicy.everything())
                .principal(request -> Principal.of("somebody"))
                .atATime(AT_A_TIME)
                .build();
        work(baton);
        for (int round = 0; round < ROUNDS; round++) {
          System.out.println("alone:     " + work(baton));
          System.out.println("searching: " + whileSearching(management, () -> work(baton)));
        }
      }
    }
  }

  private volatile long tickedNanos;
  private volatile CountDownLatch tick = new CountDownLatch(0);

  private Outcome tick(dev.baton.api.Attempt attempt) {
    tickedNanos = System.nanoTime();
    tick.countDown();
    return Outcome.done();
  }

  @FunctionalInterface
  private interface Working {
    String work() throws Exception;
  }

  /** Adds in four threads, then 200 ticks one after the other. */
  private String work(Baton baton) throws Exception {
    ExecutorService adders = Executors.newFixedThreadPool(4);
    long began = System.nanoTime();
    for (int i = 0; i < TASKS; i++) {
      adders.execute(() -> baton.tasks().add(TaskRequest.of("WORK")));
    }
    adders.shutdown();
    adders.awaitTermination(300, TimeUnit.SECONDS);
    while (baton.tasksInHand() > 0) {
      Thread.onSpinWait();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    List<Double> delays = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      tick = new CountDownLatch(1);
      long added = System.nanoTime();
      baton.tasks().add(TaskRequest.of("TICK"));
      tick.await();
      delays.add((tickedNanos - added) / 1e6);
    }
    Collections.sort(delays);
    return String.format(
        Locale.ROOT,
        "%.0f tasks/s, a tick starts after %.1f ms (median), %.1f ms (99th percentile)",
        TASKS / seconds,
        delays.get(100),
        delays.get(197));
  }

  private static String whileSearching(Management management, Working working) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger found = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    ExecutorService people = Executors.newFixedThreadPool(PEOPLE);
    for (int i = 0; i < PEOPLE; i++) {
      people.execute(
          () -> {
            while (!over.get()) {
              if (search(management) == 200) {
                found.incrementAndGet();
              } else {
                refused.incrementAndGet();
                pause();
              }
            }
          });
    }
    try {
      return working.work() + "; " + found + " searches answered, " + refused + " told to wait";
    } finally {
      over.set(true);
      people.shutdown();
      people.awaitTermination(60, TimeUnit.SECONDS);
    }
  }

  /** A person, or a page, waits as long as the refusal says. */
  private static void pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int search(Management management) {
    return management
        .handle(
            new Request(
                "GET",
                "",
                "/baton/api/tasks",
                "subType=nobody%27s&status=DONE",
                Map.of(),
                InputStream.nullInputStream(),
                null))
        .status();
  }

  /** As many as there are, of one that has ended. */
  private static void fill(HikariDataSource pool, int rows) throws Exception {
    try (Baton baton =
        JdbcBaton.on(pool).define(TaskDefinition.of("OLD", attempt -> Outcome.done())).start()) {
      baton.tasks().add(TaskRequest.of("OLD").payload("x".repeat(200)));
      while (!hasOne(pool)) {
        Thread.onSpinWait();
      }
    }
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      List<String> columns = new ArrayList<>();
      var rowsOfColumns =
          statement.executeQuery(
              "SELECT column_name FROM information_schema.columns WHERE table_name ="
                  + " 'baton_finished' AND is_generated = 'NEVER' AND column_name <> 'id'");
      while (rowsOfColumns.next()) {
        columns.add(rowsOfColumns.getString(1));
      }
      String all = String.join(", ", columns);
      statement.executeUpdate(
          "INSERT INTO baton_finished (id, "
              + all
              + ") SELECT gen_random_uuid(), "
              + all
              + " FROM baton_finished, generate_series(1, "
              + rows
              + ")");
      statement.execute("VACUUM ANALYZE baton_finished");
    }
  }

  private static boolean hasOne(HikariDataSource pool) throws Exception {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        var found = statement.executeQuery("SELECT count(*) FROM baton_finished")) {
      return found.next() && found.getInt(1) == 1;
    }
  }
}
