package dev.baton.jdbc;

import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.LastOutcome;
import dev.baton.task.Position;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads rows back into the model. The column lists here and the readers belong together. */
final class Rows {
  static final String SPEC =
      "t.type, t.sub_type, t.bucket, t.flow_key, t.priority, t.payload, t.context, t.parent_id,"
          + " t.correlation_id, t.keyed";

  static final String TASK =
      "t.id, t.version, t.status, t.owner, t.run_at, t.next_event_at, t.attempts, t.losses,"
          + " t.loss_limit, t.last_outcome, t.state, t.data, t.created_at,"
          + " COALESCE(t.last_change, t.created_at),"
          + " COALESCE(t.last_action, t.created_at), "
          + SPEC;

  /** How many columns TASK has. */
  static final int TASK_COLUMNS = 25;

  /** As TASK, without what may be large. */
  static final String OUTLINE =
      TASK.replace("t.data", "NULL").replace("t.payload", "NULL").replace("t.context", "NULL");

  static final String CANDIDATE =
      "t.id, t.version, t.bucket, t.type, t.flow_key, t.priority, t.run_at";
  static final String FINISHED =
      "f.id, f.status, f.version, f.owner, f.attempts, f.losses, f.state, f.result, f.error,"
          + " f.created_at, f.finished_at, f.keep_until, f.type, f.sub_type, f.bucket, f.flow_key,"
          + " f.priority, f.payload, f.context, f.parent_id, f.correlation_id, f.keyed";

  /** As FINISHED, without what may be large. */
  static final String FINISHED_OUTLINE =
      FINISHED
          .replace("f.result", "NULL")
          .replace("f.payload", "NULL")
          .replace("f.context", "NULL");

  private final Dialect dialect;

  Rows(Dialect dialect) {
    this.dialect = dialect;
  }

  Task task(ResultSet rows) throws SQLException {
    Position position =
        new Position(
            Status.ofCode(rows.getInt(3)),
            rows.getLong(2),
            dialect.readUuid(rows, 4),
            dialect.readInstant(rows, 5),
            dialect.readInstant(rows, 6),
            rows.getInt(7),
            rows.getInt(8),
            rows.getInt(9),
            LastOutcome.ofCode(rows.getInt(10)),
            rows.getString(11),
            bytes(rows, 12));
    return new Task(
        id(rows, 1), spec(rows, 16), position, time(rows, 13), time(rows, 14), time(rows, 15));
  }

  FinishedTask finished(ResultSet rows) throws SQLException {
    return new FinishedTask(
        id(rows, 1),
        spec(rows, 13),
        Status.ofCode(rows.getInt(2)),
        rows.getLong(3),
        dialect.readUuid(rows, 4),
        rows.getInt(5),
        rows.getInt(6),
        rows.getString(7),
        bytes(rows, 8),
        rows.getString(9),
        time(rows, 10),
        time(rows, 11),
        time(rows, 12));
  }

  TaskSpec spec(ResultSet rows, int first) throws SQLException {
    return new TaskSpec(
        rows.getString(first),
        rows.getString(first + 1),
        rows.getString(first + 2),
        rows.getString(first + 3),
        rows.getInt(first + 4),
        bytes(rows, first + 5),
        StoredText.toContext(rows.getString(first + 6)),
        dialect.readUuid(rows, first + 7),
        dialect.readUuid(rows, first + 8),
        rows.getBoolean(first + 9));
  }

  UUID id(ResultSet rows, int column) throws SQLException {
    UUID id = dialect.readUuid(rows, column);
    if (id == null) {
      throw new SQLException("Column " + column + " holds no id");
    }
    return id;
  }

  @Nullable Instant timeOrNull(ResultSet rows, int column) throws SQLException {
    return dialect.readInstant(rows, column);
  }

  Instant time(ResultSet rows, int column) throws SQLException {
    Instant time = dialect.readInstant(rows, column);
    if (time == null) {
      throw new SQLException("Column " + column + " holds no time");
    }
    return time;
  }

  static @Nullable Bytes bytes(ResultSet rows, int column) throws SQLException {
    byte[] bytes = rows.getBytes(column);
    return bytes == null ? null : Bytes.of(bytes);
  }
}
