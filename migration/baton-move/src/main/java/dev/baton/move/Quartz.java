package dev.baton.move;

import dev.baton.move.Standing.Recurrence;
import dev.baton.move.Standing.State;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.TaskKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The triggers of one scheduler in Quartz's JDBC job store, on PostgreSQL, MySQL or MariaDB. Each
 * batch takes the lock under which clustered schedulers acquire triggers, and the locks of its
 * rows.
 *
 * <p>A simple trigger that fires once becomes a task. A repeating or cron trigger becomes the
 * schedule that the mapping returns. The type is the name of the job's class, and the unique key is
 * the trigger's group and name. The payload is the stored data of the trigger, or else of the job.
 * A trigger that was taken over has the state MOVED, which Quartz ignores. It is removed when its
 * task has ended.
 *
 * <p>The cron expression of a {@link OldTask#recurrence()} is already Baton's: Quartz counts the
 * days of the week from 1 for Sunday, Baton from 1 for Monday.
 */
public final class Quartz extends OldEngine {
  private static final List<String> KINDS = List.of("SIMPLE", "CRON", "SIMPROP", "BLOB");

  private final SqlFile sql;
  private final String scheduler;

  private Quartz(String scheduler, String prefix) {
    super("quartz", scheduler);
    this.scheduler = scheduler;
    this.sql = new SqlFile("quartz", Map.of("prefix", prefix));
  }

  /**
   * Returns the engine with the tables {@code QRTZ_...} and the triggers of this scheduler:
   * Quartz's {@code org.quartz.scheduler.instanceName}.
   */
  public static Quartz scheduler(String name) {
    return scheduler(name, "QRTZ_");
  }

  /** Returns the engine with another prefix of the tables. */
  public static Quartz scheduler(String name, String prefix) {
    return new Quartz(name, prefix);
  }

  /** A position after this trigger. */
  private record After(String name, String group) implements Place {}

  @Override
  Page page(Session session, @Nullable Place from, Request request) throws SQLException {
    if (request.kind() == Kind.FINISHED) {
      return new Page(List.of(), null);
    }
    if (request.lock()) {
      lock(session);
    }
    After after = from == null ? new After("", "") : (After) from;
    String states = request.kind() == Kind.TAKEABLE ? "IN ('WAITING', 'ERROR')" : "<> 'MOVED'";
    String text = sql.text("page", session.database()).replace("{states}", states);
    List<Row> rows =
        session.query(
            request.lock() ? text + "\n" + sql.text("locked", session.database()) : text,
            p ->
                p.text(scheduler)
                    .text(after.name())
                    .text(after.name())
                    .text(after.group())
                    .number(request.limit()),
            Quartz::row);
    if (rows.size() < request.limit()) {
      return new Page(rows, null);
    }
    String[] last = rows.get(rows.size() - 1).key().split("\n", 2);
    return new Page(rows, new After(last[0], last[1]));
  }

  /** Takes the lock that Quartz takes before it acquires, fires, adds or removes triggers. */
  private void lock(Session session) throws SQLException {
    if (!hasLocked(session)) {
      session.update(sql.text("add-lock", session.database()), p -> p.text(scheduler));
      // Quartz may have added the row at the same time.
      hasLocked(session);
    }
  }

  private boolean hasLocked(Session session) throws SQLException {
    String text = sql.text("lock", session.database());
    return !session.query(text, p -> p.text(scheduler), row -> true).isEmpty();
  }

  private static Row row(ResultSet row) throws SQLException {
    String name = row.getString(1);
    String group = row.getString(2);
    String status = row.getString(4);
    byte[] own = row.getBytes(7);
    byte[] data = own == null || own.length == 0 ? row.getBytes(8) : own;
    Instant time = Instant.ofEpochMilli(row.getLong(5));
    OldTask task =
        new OldTask(
            group + "." + name,
            row.getString(3),
            null,
            new Standing(status, state(status), time, null, recurrence(row)),
            0,
            Math.max(0, Math.min(9, 10 - row.getInt(6))),
            group + "." + name,
            data == null || data.length == 0 ? null : Bytes.of(data));
    return new Row(task, name + "\n" + group, status, fault(row));
  }

  private static @Nullable String fault(ResultSet row) throws SQLException {
    boolean isCounted = row.getString(9).equals("SIMPLE") && row.getInt(10) > 0;
    boolean hasEnd = recurrence(row) != null && row.getLong(14) > 0;
    if (isCounted || hasEnd) {
      return "Its triggering has an end; a schedule of Baton has none";
    }
    if (!row.getString(9).equals("CRON")) {
      return null;
    }
    String id = row.getString(13);
    if (id == null || id.isBlank()) {
      return "It has no time zone: Quartz uses the time zone of its JVM";
    }
    if (zone(id) == null) {
      return "There is no time zone " + Texts.line(id);
    }
    try {
      QuartzCron.toBaton(String.valueOf(row.getString(12)));
      return null;
    } catch (IllegalArgumentException refused) {
      return Texts.line(String.valueOf(refused.getMessage()));
    }
  }

  /**
   * Returns the zone that Quartz uses for this id, which may be a short one or one of {@link
   * TimeZone}'s own; null if there is none.
   */
  private static @Nullable ZoneId zone(@Nullable String id) {
    if (id == null || id.isBlank()) {
      return null;
    }
    try {
      return ZoneId.of(id, ZoneId.SHORT_IDS);
    } catch (DateTimeException unusual) {
      TimeZone zone = TimeZone.getTimeZone(id);
      // TimeZone returns GMT for an unknown id.
      return zone.getID().equals("GMT") ? null : zone.toZoneId();
    }
  }

  private static @Nullable Recurrence recurrence(ResultSet row) throws SQLException {
    String kind = row.getString(9);
    return switch (kind) {
      case "SIMPLE" ->
          row.getInt(10) == 0
              ? null
              : new Recurrence(Duration.ofMillis(row.getLong(11)).toString(), null);
      case "CRON" -> new Recurrence(cron(row.getString(12)), zone(row.getString(13)));
      default -> new Recurrence(kind, null);
    };
  }

  /** Returns Baton's expression; Quartz's if there is none, which {@link #fault} reports. */
  private static String cron(@Nullable String quartz) {
    try {
      return QuartzCron.toBaton(String.valueOf(quartz));
    } catch (IllegalArgumentException untranslated) {
      return String.valueOf(quartz);
    }
  }

  private static State state(String status) {
    return switch (status) {
      case "WAITING" -> State.DUE;
      case "ERROR" -> State.ERROR;
      case "PAUSED", "PAUSED_BLOCKED" -> State.RESTING;
      default -> State.RUNNING;
    };
  }

  @Override
  void end(Session session, List<Row> rows, Instant now) throws SQLException {
    List<String> keys = rows.stream().map(Row::key).toList();
    int ended = update(session, "end", keys);
    if (ended != rows.size()) {
      throw new IllegalStateException(
          "Of " + rows.size() + " triggers of Quartz only " + ended + " could be ended");
    }
  }

  private int update(Session session, String verb, List<String> keys) throws SQLException {
    return session.update(
        text(session, verb, keys.size()), p -> p.text(scheduler).texts(names(keys)));
  }

  private String text(Session session, String verb, int rows) {
    return sql.text(verb, session.database()).replace("{rows}", SqlFile.marks("(?, ?)", rows));
  }

  @Override
  Set<String> lockEnded(Session session, List<String> keys) throws SQLException {
    lock(session);
    return new HashSet<>(pairs(session, "ended", keys));
  }

  /** Returns names with their groups, for these triggers. */
  private List<String> pairs(Session session, String verb, List<String> keys) throws SQLException {
    return session.query(
        text(session, verb, keys.size()),
        p -> p.text(scheduler).texts(names(keys)),
        row -> row.getString(1) + "\n" + row.getString(2));
  }

  @Override
  void putBack(Session session, List<Moved> rows, Instant now) throws SQLException {
    session.each(
        sql.text("put-back", session.database()),
        rows,
        (p, row) ->
            p.text(row.was().equals("ERROR") ? "ERROR" : "WAITING")
                .text(scheduler)
                .texts(names(List.of(row.oldKey()))));
  }

  @Override
  boolean keepsEndedRows() {
    return true;
  }

  /**
   * Removes these triggers. A job that isn't durable is removed with its last trigger, as in
   * Quartz.
   */
  @Override
  void remove(Session session, List<String> keys) throws SQLException {
    List<String> moved = List.copyOf(lockEnded(session, keys));
    if (!moved.isEmpty()) {
      List<String> jobs = pairs(session, "jobs", moved);
      for (String kind : KINDS) {
        String text = text(session, "remove-kind", moved.size()).replace("{kind}", kind);
        session.update(text, p -> p.text(scheduler).texts(names(moved)));
      }
      update(session, "remove", moved);
      update(session, "remove-jobs", jobs);
    }
  }

  /**
   * Frees the key when the task has ended, because Quartz keeps a name only while its trigger
   * exists.
   */
  @Override
  TaskKey.KeyRetention retention(Duration keep) {
    return new TaskKey.KeyRetention(Duration.ZERO, false);
  }

  private static List<String> names(List<String> keys) {
    List<String> names = new ArrayList<>(keys.size() * 2);
    for (String key : keys) {
      names.addAll(List.of(key.split("\n", 2)));
    }
    return names;
  }
}
