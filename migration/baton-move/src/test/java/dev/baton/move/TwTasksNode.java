package dev.baton.move;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A node that handles rows as TwTasks does. It takes a task by its version and runs it in the
 * transaction that ends it. It triggers due tasks and resumes stuck tasks.
 */
final class TwTasksNode implements OldNode {
  private final HikariDataSource pool;

  TwTasksNode(HikariDataSource pool) {
    this.pool = pool;
  }

  @Override
  public OldEngine engine() {
    return TwTasks.tables();
  }

  private record Found(Object id, long version) {}

  @Override
  public void run() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    while (true) {
      List<Found> found = submitted();
      List<Future<?>> running = new ArrayList<>();
      for (Found task : found) {
        running.add(
            threads.submit(
                () -> {
                  unlessVictim(() -> process(task));
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
      unlessVictim(this::resume);
      Thread.sleep(20);
    }
  }

  private interface Step {
    void run() throws SQLException;
  }

  /** Runs the step. If the database rolled it back, a later round does it. */
  private static void unlessVictim(Step step) throws SQLException {
    try {
      step.run();
    } catch (SQLException e) {
      if (!TwTasksTables.isVictim(e)) {
        throw e;
      }
    }
  }

  private List<Found> submitted() throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT id, version FROM tw_task WHERE status = 'SUBMITTED' ORDER BY"
                    + " next_event_time LIMIT 40");
        ResultSet rows = statement.executeQuery()) {
      List<Found> found = new ArrayList<>();
      while (rows.next()) {
        found.add(new Found(rows.getObject(1), rows.getLong(2)));
      }
      return found;
    }
  }

  private void process(Found task) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      boolean grabbed =
          update(
              connection,
              "UPDATE tw_task SET processing_client_id = 'node', status = 'PROCESSING',"
                  + " next_event_time = ?, processing_tries_count = processing_tries_count + 1,"
                  + " version = ? WHERE id = ? AND version = ?",
              Timestamp.from(Instant.now().plusSeconds(4)),
              task.version() + 1,
              task.id(),
              task.version());
      if (!grabbed) {
        return;
      }
      connection.setAutoCommit(false);
      String payload;
      try (PreparedStatement statement =
          connection.prepareStatement("SELECT data FROM tw_task_data WHERE task_id = ?")) {
        statement.setObject(1, task.id());
        try (ResultSet rows = statement.executeQuery()) {
          rows.next();
          payload = new String(rows.getBytes(1), java.nio.charset.StandardCharsets.UTF_8);
        }
      }
      MoveChild.effect(connection, payload, "old");
      boolean ended =
          update(
              connection,
              "UPDATE tw_task SET status = 'DONE', next_event_time = ?, version = ?"
                  + " WHERE id = ? AND version = ?",
              Timestamp.from(Instant.now()),
              task.version() + 2,
              task.id(),
              task.version() + 1);
      if (ended) {
        connection.commit();
      } else {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    }
  }

  private void resume() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      for (String status : List.of("PROCESSING", "WAITING")) {
        update(
            connection,
            "UPDATE tw_task SET status = 'SUBMITTED', next_event_time = ?, version = version + 1"
                + " WHERE status = ? AND next_event_time < ?",
            Timestamp.from(Instant.now().plusSeconds(600)),
            status,
            Timestamp.from(Instant.now()));
      }
    }
  }

  private static boolean update(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.executeUpdate() > 0;
    }
  }
}
