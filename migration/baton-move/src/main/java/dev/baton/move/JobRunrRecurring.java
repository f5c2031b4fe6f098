package dev.baton.move;

import dev.baton.move.OldEngine.Page;
import dev.baton.move.OldEngine.Place;
import dev.baton.move.OldEngine.Row;
import dev.baton.move.Standing.Recurrence;
import dev.baton.move.Standing.State;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Texts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JobRunr's recurring jobs, which are in their own table. JobRunr's servers read its rows from time
 * to time.
 */
record JobRunrRecurring(SqlFile sql, JsonMapper json) {
  static final Place FIRST = new After("");

  private static final String PREFIX = "recurring:";

  /** A position after the recurring job of this id. */
  record After(String id) implements Place {}

  static boolean isKey(String key) {
    return key.startsWith(PREFIX);
  }

  static List<String> keys(List<String> keys) {
    return keys.stream().filter(JobRunrRecurring::isKey).toList();
  }

  private static String id(String key) {
    return key.substring(PREFIX.length());
  }

  Page page(Session session, Place from, int limit) throws SQLException {
    List<Row> rows =
        session.query(
            sql.text("recurring", session.database()),
            p -> p.text(((After) from).id()).number(limit),
            this::row);
    boolean isLast = rows.size() < limit;
    return new Page(rows, isLast ? null : new After(id(rows.get(rows.size() - 1).key())));
  }

  private Row row(ResultSet row) throws SQLException {
    String id = row.getString(1).strip();
    String text = row.getString(4);
    String was = row.getInt(2) + " " + row.getLong(3) + " " + text;
    Instant latest = Session.time(row, 5);
    try {
      JsonNode job = json.readTree(text);
      String expression = job.path("scheduleExpression").asString();
      ZoneId zone = ZoneId.of(job.path("zoneId").asString());
      String fault = null;
      try {
        boolean isInterval = expression.startsWith("P");
        expression = isInterval ? expression : JobRunrCron.toBaton(expression);
      } catch (IllegalArgumentException refused) {
        fault = Texts.line(String.valueOf(refused.getMessage()));
      }
      JsonNode details = job.path("jobDetails");
      OldTask task =
          task(
              id,
              JobRunr.call(details),
              latest,
              new Recurrence(expression, zone),
              JobRunr.arguments(details));
      return new Row(task, PREFIX + id, was, fault);
    } catch (JacksonException | DateTimeException unreadable) {
      return new Row(
          task(id, null, latest, null, null), PREFIX + id, was, "Its JSON can't be read");
    }
  }

  private static OldTask task(
      String id,
      @Nullable String call,
      Instant latest,
      @Nullable Recurrence recurrence,
      @Nullable Bytes arguments) {
    Standing standing =
        new Standing("RECURRING", State.RECURRING_IN_MEMORY, latest, null, recurrence);
    return new OldTask(id, PREFIX + id, call, standing, 0, 5, null, arguments);
  }

  void remove(Session session, List<String> keys) throws SQLException {
    if (keys.isEmpty()) {
      return;
    }
    List<String> ids = keys.stream().map(JobRunrRecurring::id).toList();
    String text = sql.text("remove-recurring", session.database(), ids.size());
    int removed = session.update(text, p -> p.texts(ids));
    if (removed != ids.size()) {
      throw new IllegalStateException(
          "Of " + ids.size() + " recurring jobs of JobRunr only " + removed + " exist");
    }
  }

  void putBack(Session session, List<Moved> rows) throws SQLException {
    session.each(
        sql.text("put-recurring", session.database()),
        rows.stream().filter(row -> isKey(row.oldKey())).toList(),
        (p, row) -> {
          String[] was = row.was().split(" ", 3);
          p.text(id(row.oldKey()))
              .number(Long.parseLong(was[0]))
              .number(Long.parseLong(was[1]))
              .text(was[2]);
        });
  }
}
