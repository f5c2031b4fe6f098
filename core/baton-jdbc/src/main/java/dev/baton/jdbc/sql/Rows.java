package dev.baton.jdbc.sql;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps rows to Baton's classes. Each column list belongs to one of the readers. */
public final class Rows {
  static final String SPEC =
      "t.type, t.sub_type, t.bucket, t.flow_key, t.priority, t.payload, t.context, t.traits,"
          + " t.parent_id, t.correlation_id, t.keyed";

  public static final String TASK =
      "t.id, t.version, t.status, t.owner, t.run_at, t.next_event_at, t.attempts, t.losses,"
          + " t.loss_limit, t.last_outcome, t.state, t.data, t.created_at,"
          + " COALESCE(t.last_change, t.created_at),"
          + " COALESCE(t.last_action, t.created_at), "
          + SPEC;

  /** The number of columns in TASK. */
  public static final int TASK_COLUMNS = 26;

  /** TASK without the columns that may be large. */
  static final String OUTLINE =
      TASK.replace("t.data", "NULL")
          .replace("t.payload", "NULL")
          .replace("t.context", "NULL")
          .replace("t.traits", "NULL");

  static final String CANDIDATE =
      "t.id, t.version, t.bucket, t.type, t.flow_key, t.priority, t.run_at";
  public static final String FINISHED =
      "f.id, f.status, f.version, f.owner, f.attempts, f.losses, f.state, f.result, f.error,"
          + " f.created_at, f.finished_at, f.keep_until, f.type, f.sub_type, f.bucket, f.flow_key,"
          + " f.priority, f.payload, f.context, f.traits, f.parent_id, f.correlation_id, f.keyed";

  /** FINISHED without the columns that may be large. */
  static final String FINISHED_OUTLINE =
      FINISHED
          .replace("f.result", "NULL")
          .replace("f.payload", "NULL")
          .replace("f.context", "NULL")
          .replace("f.traits", "NULL");

  /**
   * SQL condition that is true if the payload must be removed when the task finishes. It matches
   * exactly: in stored traits, '&' occurs only before a name, and '=' only after one.
   */
  private static final String CLEARED =
      "(traits LIKE '" + TaskTraits.CLEAR + "=%' OR traits LIKE '%&" + TaskTraits.CLEAR + "=%')";

  /** SQL expression for the payload to keep when a task finishes. */
  private static final String KEPT_PAYLOAD = "CASE WHEN " + CLEARED + " THEN NULL ELSE payload END";

  /** SQL condition that is true if a finished row keeps its notes: its payload isn't cleared. */
  private static final String KEEPS_NOTES =
      "CASE WHEN f.payload IS NULL AND "
          + CLEARED.replace("traits", "f.traits")
          + " THEN 0 ELSE 1 END = 1";

  /** Returns the column lists and expressions that replace words in the SQL files, by word. */
  static Map<String, String> words() {
    return Map.of(
        "cleared", CLEARED,
        "keptPayload", KEPT_PAYLOAD,
        "keepsNotes", KEEPS_NOTES,
        "task", TASK,
        "outline", OUTLINE,
        "candidate", CANDIDATE,
        "finished", FINISHED,
        "finishedOutline", FINISHED_OUTLINE);
  }

  private final Dialect dialect;

  public Rows(Dialect dialect) {
    this.dialect = dialect;
  }

  public RowReader reader(ResultSet rows) {
    return new RowReader(dialect, rows);
  }

  public Task task(ResultSet rows) throws SQLException {
    RowReader row = reader(rows);
    UUID id = row.id(1);
    long version = rows.getLong(2);
    Position position = position(row, rows.getInt(3), version);
    TaskSpec spec = spec(row, 16);
    Instant createdAt = row.time(13, "created_at");
    Instant lastChange = row.time(14, "last_change");
    Instant lastAction = row.time(15, "last_action");
    return new Task(id, spec, position, createdAt, lastChange, lastAction, row.fault(version));
  }

  private static Position position(RowReader row, int code, long version) throws SQLException {
    Status status = liveStatus(row, code);
    if (version < 1 || version > LockedRow.MAX_VERSION) {
      row.fault("version is " + version + ", not 1 to " + LockedRow.MAX_VERSION);
    }
    UUID owner = row.uuid(4, "owner");
    Instant runAt = row.timeOrNull(5, "run_at");
    Instant nextEventAt = row.timeOrNull(6, "next_event_at");
    Position.Counts counts =
        new Position.Counts(
            row.number(7, "attempts", 0, LockedRow.MAX_COUNT),
            row.number(8, "losses", 0, LockedRow.MAX_COUNT),
            row.number(9, "loss_limit", 0, Integer.MAX_VALUE),
            lastOutcome(row, 10));
    String state = row.text(11, "state");
    Bytes data = row.bytes(12);
    long readable = Math.max(1, version);
    if (status != null) {
      try {
        return new Position(status, readable, owner, runAt, nextEventAt, counts, state, data);
      } catch (IllegalArgumentException impossible) {
        row.fault("status, owner, run_at and next_event_at contradict each other");
      }
    }
    return new Position(Status.ERROR, readable, null, null, null, counts, state, data);
  }

  private static @Nullable Status liveStatus(RowReader row, int code) {
    if (code >= 0 && code <= Status.ERROR.code()) {
      return Status.ofCode(code);
    }
    row.fault("status is " + code + ", which no live task has");
    return null;
  }

  public static LastOutcome lastOutcome(RowReader row, int column) throws SQLException {
    return LastOutcome.ofCode(row.number(column, "last_outcome", 0, LastOutcome.CONTINUES.code()));
  }

  /** Reads the outcome of an attempt from a task's history. */
  public static LastOutcome pastOutcome(RowReader row, int column) throws SQLException {
    return LastOutcome.ofCode(row.number(column, "outcome", 0, LastOutcome.LEFT_TO_OTHERS.code()));
  }

  public FinishedTask finished(ResultSet rows) throws SQLException {
    RowReader row = reader(rows);
    UUID id = row.id(1);
    int code = rows.getInt(2);
    Status status = ended(code);
    if (status.code() != code) {
      row.fault("status is " + code + ", which no finished task has");
    }
    UUID owner = row.uuid(4, "owner");
    int attempts = row.number(5, "attempts", 0, Integer.MAX_VALUE);
    int losses = row.number(6, "losses", 0, Integer.MAX_VALUE);
    String state = row.text(7, "state");
    Bytes result = row.bytes(8);
    Instant createdAt = row.time(10, "created_at");
    Instant finishedAt = row.time(11, "finished_at");
    Instant keepUntil = row.time(12, "keep_until");
    TaskSpec spec = spec(row, 13);
    return new FinishedTask(
        id,
        spec,
        status,
        rows.getLong(3),
        owner,
        attempts,
        losses,
        state,
        result,
        error(row.faults(), row.textOrNull(9)),
        createdAt,
        finishedAt,
        keepUntil);
  }

  /** Returns the status of a finished task. An unknown code counts as FAILED. */
  public static Status ended(int code) {
    return code >= Status.DONE.code() && code <= Status.CANCELLED.code()
        ? Status.ofCode(code)
        : Status.FAILED;
  }

  private static @Nullable String error(@Nullable String faults, @Nullable String error) {
    if (faults == null) {
      return error;
    }
    return "The row of this finished task can't be read completely: "
        + faults
        + (error == null ? "" : "\n" + error);
  }

  static TaskSpec spec(RowReader row, int first) throws SQLException {
    return new SpecReader(row, first).read();
  }

  public UUID id(ResultSet rows, int column) throws SQLException {
    UUID id = dialect.readUuid(rows, column);
    if (id == null) {
      throw new SQLException("Column " + column + " contains no id");
    }
    return id;
  }

  Instant time(ResultSet rows, int column) throws SQLException {
    Instant time = dialect.readInstant(rows, column);
    if (time == null) {
      throw new SQLException("Column " + column + " contains no time");
    }
    return time;
  }

  static @Nullable Bytes bytes(ResultSet rows, int column) throws SQLException {
    byte[] bytes = rows.getBytes(column);
    return bytes == null ? null : Bytes.of(bytes);
  }
}
