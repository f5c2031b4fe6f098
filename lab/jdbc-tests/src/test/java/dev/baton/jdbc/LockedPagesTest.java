package dev.baton.jdbc;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.limit.Limit;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that tasks after a full page of locked rows still run. */
@Tag("deep")
@OnEachDatabase
class LockedPagesTest extends BrokenRows {
  /** More than the largest page. */
  private static final int LOCKED = 2_200;

  private static final int OTHERS = 20;
  private static final String LAPSED =
      "status = 3, owner = id, version = 2, attempts = 1, loss_limit = 3, next_event_at = run_at";

  private static final TaskDefinition<?, ?> KEPT =
      RawDefinition.of("T", attempt -> Outcome.done()).limits(Limit.none());

  private final TestDatabase database;
  private final HikariDataSource pool;

  LockedPagesTest(TestDatabase database) throws SQLException {
    this.database = database;
    this.pool = database.newPool();
    BatonSchema.apply(pool);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void expiredTasksAfterLockedPagesAreResumed() throws Exception {
    add("T");
    change(LAPSED);
    try (Connection holder = locked("baton_task", "flow_key = 'locked'");
        Baton node = node()) {
      awaitOthers();
      holder.rollback();
      awaitNone();
    }
  }

  @Test
  void dueTasksAfterLockedPagesRun() throws Exception {
    add("T");
    change("status = 1, next_event_at = run_at");
    try (Connection holder = locked("baton_task", "flow_key = 'locked'");
        Baton node = node()) {
      awaitOthers();
      holder.rollback();
      awaitNone();
    }
  }

  @Test
  void readyTasksOfTheSameFlowAfterLockedPagesRun() throws Exception {
    add("T");
    TestDatabase.execute(pool, "UPDATE baton_task SET last_action = run_at");
    TestDatabase.execute(
        pool, "UPDATE baton_task SET state = flow_key, flow_key = '' WHERE status = 2");
    try (Connection holder = locked("baton_task", "state = 'locked'");
        Baton node = node()) {
      await(pool, "SELECT count(*) FROM baton_task WHERE state = 'other'", 0);
      holder.rollback();
      awaitNone();
    }
  }

  @Test
  void finishedTasksAndKeysAfterLockedPagesAreRemoved() throws Exception {
    try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
      List<TaskRequest<?, ?>> requests = new ArrayList<>();
      for (int i = 0; i < LOCKED + OTHERS; i++) {
        requests.add(
            TaskRequest.of(TaskType.of("T"))
                .key(i < LOCKED ? "locked" : "other")
                .id(new UUID(8L << 12, i)));
      }
      client.tasks().addAll(requests);
    }
    try (Baton node = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).define(KEPT).start()) {
      awaitNone();
    }
    TestDatabase.execute(pool, "UPDATE baton_finished SET keep_until = finished_at");
    TestDatabase.execute(
        pool,
        "UPDATE baton_key SET expires_at = (SELECT finished_at FROM baton_finished f WHERE f.id ="
            + " task_id)");
    // A key whose finished row is deleted comes after keys whose finished rows remain.
    for (int i = 0; i < OTHERS; i++) {
      TestDatabase.execute(
          pool,
          "INSERT INTO baton_key (task_id, hold_micros, expires_at, kind, while_kept, type, text)"
              + " SELECT id, 0, finished_at, 1, FALSE, type, 'key"
              + i
              + "' FROM baton_finished WHERE flow_key = 'other' ORDER BY id LIMIT 1");
    }
    TestDatabase.execute(pool, "UPDATE baton_key SET expires_at = " + now() + " WHERE kind = 1");
    JdbcTaskStore store = JdbcTaskStore.of(pool);
    try (Connection holder = locked("baton_finished", "flow_key = 'locked'")) {
      store.prune(1_000);
      assertThat(count("baton_finished WHERE flow_key = 'other'")).isZero();
      assertThat(count("baton_key WHERE kind = 1")).isZero();
      holder.rollback();
    }
  }

  private Baton node() throws Exception {
    return Baton.builder(JdbcStore.of(pool))
        .settings(s -> QUICK)
        .define(KEPT.keepDone(Duration.ZERO))
        .start();
  }

  private void add(String type) throws Exception {
    try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
      client.tasks().addAll(requests(type, "locked", LOCKED));
      client.tasks().addAll(requests(type, "other", OTHERS));
    }
  }

  private static List<TaskRequest<?, ?>> requests(String type, String key, int count) {
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      requests.add(withoutLocalDispatch(TaskRequest.of(TaskType.of(type)).key(key)));
    }
    return requests;
  }

  private void change(String what) throws SQLException {
    TestDatabase.execute(pool, "UPDATE baton_task SET " + what);
  }

  private Connection locked(String table, String which) throws SQLException {
    Connection holder = pool.getConnection();
    holder.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    holder.setAutoCommit(false);
    try (Statement lock = holder.createStatement()) {
      lock.executeQuery("SELECT * FROM " + table + " WHERE " + which + " FOR UPDATE").close();
    }
    return holder;
  }

  private String now() {
    return database == TestDatabase.MARIADB ? "UTC_TIMESTAMP(6)" : "CURRENT_TIMESTAMP";
  }

  private long count(String rows) throws SQLException {
    return TestDatabase.number(pool, "SELECT count(*) FROM " + rows);
  }

  private void awaitOthers() throws Exception {
    await(pool, "SELECT count(*) FROM baton_task WHERE flow_key = 'other'", 0);
  }

  private void awaitNone() throws Exception {
    await(pool, "SELECT count(*) FROM baton_task", 0);
  }
}
