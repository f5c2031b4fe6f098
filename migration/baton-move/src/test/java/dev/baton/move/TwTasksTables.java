package dev.baton.move;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** TwTasks' tables, written with TwTasks' statements but without its Kafka and ZooKeeper. */
final class TwTasksTables {
  private final DataSource dataSource;
  private final boolean postgres;

  TwTasksTables(DataSource dataSource, boolean postgres) {
    this.dataSource = dataSource;
    this.postgres = postgres;
  }

  /** A row. Other columns have the values that TwTasks writes at an add. */
  record TwTask(UUID id, String type, String status, Instant next, int tries, int priority) {
    static TwTask of(String type, String status) {
      return new TwTask(UUID.randomUUID(), type, status, Instant.now(), 0, 5);
    }

    TwTask next(Instant time) {
      return new TwTask(id, type, status, time, tries, priority);
    }

    TwTask tries(int number) {
      return new TwTask(id, type, status, next, number, priority);
    }

    TwTask priority(int number) {
      return new TwTask(id, type, status, next, tries, number);
    }
  }

  Object id(UUID id) {
    return postgres
        ? id
        : ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
  }

  void add(List<TwTask> tasks, Function<TwTask, String> payload) throws SQLException {
    while (true) {
      try {
        insert(tasks, payload);
        return;
      } catch (SQLException e) {
        if (!isVictim(e)) {
          throw e;
        }
      }
    }
  }

  /**
   * Returns whether MariaDB rolled the transaction back in favour of another. The old engine then
   * starts it again.
   */
  static boolean isVictim(SQLException e) {
    return e.getErrorCode() == 1213;
  }

  private void insert(List<TwTask> tasks, Function<TwTask, String> payload) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement row =
              connection.prepareStatement(
                  "INSERT INTO tw_task (id, type, sub_type, status, data, next_event_time,"
                      + " state_time, time_created, time_updated, processing_tries_count, version,"
                      + " priority) VALUES (?, ?, 'sub', ?, '', ?, ?, ?, ?, ?, 3, ?)");
          PreparedStatement data =
              connection.prepareStatement(
                  "INSERT INTO tw_task_data (task_id, data_format, data) VALUES (?, 0, ?)")) {
        Timestamp now = Timestamp.from(Instant.now());
        for (TwTask task : tasks) {
          row.setObject(1, id(task.id()));
          row.setString(2, task.type());
          row.setString(3, task.status());
          row.setTimestamp(4, Timestamp.from(task.next()));
          for (int i = 5; i <= 7; i++) {
            row.setTimestamp(i, now);
          }
          row.setInt(8, task.tries());
          row.setInt(9, task.priority());
          row.addBatch();
          data.setObject(1, id(task.id()));
          data.setBytes(2, payload.apply(task).getBytes(StandardCharsets.UTF_8));
          data.addBatch();
        }
        row.executeBatch();
        data.executeBatch();
      }
      connection.commit();
    }
  }

  void add(TwTask task) throws SQLException {
    add(List.of(task), one -> "{\"n\":1}");
  }

  void payload(UUID id, int format, byte[] packed) throws SQLException {
    run(
        "UPDATE tw_task_data SET data_format = ?, data = ? WHERE task_id = ?",
        format,
        packed,
        id(id));
  }

  void key(UUID id, String key) throws SQLException {
    String column = postgres ? "key" : "`key`";
    run(
        "INSERT INTO unique_tw_task_key (task_id, key_hash, " + column + ") VALUES (?, ?, ?)",
        id(id),
        key.hashCode(),
        key);
  }

  /** Takes a triggered task like a node, if the task still has this version. */
  boolean grab(UUID id, long version) throws SQLException {
    return run(
            "UPDATE tw_task SET processing_client_id = 'node', status = 'PROCESSING',"
                + " processing_tries_count = processing_tries_count + 1, version = ?"
                + " WHERE id = ? AND version = ?",
            version + 1,
            id(id),
            version)
        == 1;
  }

  private int run(String sql, Object... values) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.executeUpdate();
    }
  }
}
