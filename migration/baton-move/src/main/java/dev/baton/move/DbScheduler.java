package dev.baton.move;

import dev.baton.move.Standing.State;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskKey;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table of db-scheduler on PostgreSQL, MySQL or MariaDB.
 *
 * <p>For db-scheduler, a row that was taken over is picked by {@code baton-move} without a
 * heartbeat. So no scheduler runs this row or considers it dead, and none adds another task with
 * its name. The row is removed when its task has ended in Baton, just as db-scheduler removes
 * finished tasks. The instance id becomes the unique key of the Baton task until that task ends.
 * The payload is the stored bytes, whichever serializer wrote them.
 */
public final class DbScheduler extends OldEngine {
  private static final String TABLE = "scheduled_tasks";

  private final SqlFile sql;

  private DbScheduler(String table) {
    super("db-scheduler", unusual(table, TABLE));
    this.sql = new SqlFile("db-scheduler", Map.of("table", table));
  }

  /** Returns the engine with the table {@code scheduled_tasks}. */
  public static DbScheduler tables() {
    return named(TABLE);
  }

  /** Returns the engine with a table of another name, which may begin with a schema and a dot. */
  public static DbScheduler named(String table) {
    return new DbScheduler(table);
  }

  /** A position after this row. */
  private record After(String name, String instance) implements Place {}

  @Override
  Page page(Session session, @Nullable Place from, Request request) throws SQLException {
    if (request.kind() == Kind.FINISHED) {
      return new Page(List.of(), null);
    }
    After after = from == null ? new After("", "") : (After) from;
    String verb = request.kind() == Kind.TAKEABLE ? "page" : "page-with-running";
    String priority = hasPriority(session) ? "t.priority" : "0";
    String text = sql.text(verb, session.database()).replace("{priority}", priority);
    List<Row> rows =
        session.query(
            request.lock() ? text + " FOR UPDATE SKIP LOCKED" : text,
            p ->
                p.text(after.name())
                    .text(after.name())
                    .text(after.instance())
                    .number(request.limit()),
            DbScheduler::row);
    if (rows.size() < request.limit()) {
      return new Page(rows, null);
    }
    OldTask last = rows.get(rows.size() - 1).task();
    return new Page(rows, new After(last.type(), last.id()));
  }

  /**
   * Returns whether the table has the optional column for priorities, which users add to turn them
   * on.
   */
  private boolean hasPriority(Session session) throws SQLException {
    String noRows = sql.text("no-rows", session.database());
    // The statement isn't prepared: PostgreSQL refuses a prepared statement after a column was
    // added to the table.
    try (Statement statement = session.connection().createStatement();
        ResultSet empty = statement.executeQuery(noRows)) {
      ResultSetMetaData columns = empty.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        if (columns.getColumnName(i).equalsIgnoreCase("priority")) {
          return true;
        }
      }
      return false;
    }
  }

  private static Row row(ResultSet row) throws SQLException {
    boolean isRunning = row.getBoolean(5);
    boolean rests = row.getTimestamp(4) == null;
    State state = isRunning ? State.RUNNING : rests ? State.RESTING : State.DUE;
    String status = isRunning ? "PICKED" : rests ? "DEACTIVATED" : "SCHEDULED";
    byte[] data = row.getBytes(3);
    OldTask task =
        new OldTask(
            row.getString(2),
            row.getString(1),
            null,
            new Standing(status, state, Session.time(row, 4)),
            row.getInt(6),
            priority(row.getInt(7)),
            row.getString(2),
            data == null ? null : Bytes.of(data));
    return new Row(task, task.type() + "\n" + task.id(), "", null);
  }

  /** Converts a priority: there 90 is high, 50 the usual and 10 low; a missing one is read as 0. */
  private static int priority(int theirs) {
    return theirs == 0 ? 5 : Math.max(0, Math.min(9, (100 - theirs) / 10));
  }

  @Override
  void end(Session session, List<Row> rows, Instant now) throws SQLException {
    int ended = session.update(text(session, "end", rows.size()), p -> p.texts(names(keys(rows))));
    if (ended != rows.size()) {
      throw new IllegalStateException(
          "Of " + rows.size() + " locked rows of db-scheduler only " + ended + " could be ended");
    }
  }

  @Override
  Set<String> lockEnded(Session session, List<String> keys) throws SQLException {
    return new HashSet<>(
        session.query(
            text(session, "lock-ended", keys.size()),
            p -> p.texts(names(keys)),
            row -> row.getString(1) + "\n" + row.getString(2)));
  }

  @Override
  void putBack(Session session, List<Moved> rows, Instant now) throws SQLException {
    List<String> names = names(rows.stream().map(Moved::oldKey).toList());
    session.update(text(session, "put-back", rows.size()), p -> p.texts(names));
  }

  @Override
  boolean keepsEndedRows() {
    return true;
  }

  @Override
  void remove(Session session, List<String> keys) throws SQLException {
    session.update(text(session, "remove", keys.size()), p -> p.texts(names(keys)));
  }

  /**
   * Frees the key when the task has ended, because db-scheduler keeps a name only while its row
   * exists.
   */
  @Override
  TaskKey.KeyRetention retention(Duration keep) {
    return new TaskKey.KeyRetention(Duration.ZERO, false);
  }

  private String text(Session session, String verb, int rows) {
    return sql.text(verb, session.database()).replace("{rows}", SqlFile.marks("(?, ?)", rows));
  }

  private static List<String> keys(List<Row> rows) {
    return rows.stream().map(Row::key).toList();
  }

  private static List<String> names(List<String> keys) {
    List<String> names = new ArrayList<>(keys.size() * 2);
    for (String key : keys) {
      int end = key.indexOf('\n');
      names.add(key.substring(0, end));
      names.add(key.substring(end + 1));
    }
    return names;
  }
}
