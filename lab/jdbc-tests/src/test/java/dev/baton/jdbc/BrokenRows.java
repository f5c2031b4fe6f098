package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.hook.TaskEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Rows that are broken by hand, and nodes that find them. */
abstract class BrokenRows {
  static final int TASKS = 300;
  static final List<String> KEYS = List.of("ready", "due", "lapsed");
  static final NodeSettings QUICK =
      NodeSettings.defaults()
          .poll(Duration.ofMillis(100))
          .sweep(Duration.ofMillis(50))
          .hintExpiry(Duration.ofMillis(500));

  static void await(Queue<TaskEvent> events, Predicate<TaskEvent> awaited) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    CountDownLatch pause = new CountDownLatch(1);
    while (events.stream().noneMatch(awaited)) {
      assertThat(System.nanoTime()).as("no such event among %s", events).isLessThan(end);
      assertThat(pause.await(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  static List<UUID> add(HikariDataSource pool) throws Exception {
    try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        AddResult added =
            client.tasks().add(TaskRequest.of(TaskType.of("T")).context("tenant", "t" + i));
        ids.add(((AddResult.Added) added).taskId());
      }
      return ids;
    }
  }

  static void set(TestDatabase database, HikariDataSource pool, String table, String what, UUID id)
      throws SQLException {
    String name = database.isMySql() ? "UNHEX(REPLACE(?, '-', ''))" : "CAST(? AS UUID)";
    try (Connection connection = pool.getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE " + table + " SET " + what + " WHERE id = " + name)) {
      update.setString(1, id.toString());
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }

  static void await(HikariDataSource pool, String query, long wanted) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    CountDownLatch pause = new CountDownLatch(1);
    long found;
    while ((found = TestDatabase.number(pool, query)) != wanted) {
      assertThat(System.nanoTime()).as("%s: %s of %s", query, found, wanted).isLessThan(end);
      assertThat(pause.await(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }
}
