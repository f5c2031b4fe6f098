package dev.baton.jdbc.operate;

import dev.baton.jdbc.shared.SharedRowSearch;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.SearchConditions;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.task.Status;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of one search: their SQL and the values to bind to it. The statement contains only
 * the conditions of the filter, so that the database can choose an index. Only one thread uses it.
 */
final class Conditions implements SearchConditions {
  private final String table;
  private final boolean oldestFirst;
  private final List<String> texts = new ArrayList<>();
  private final List<Statements.Binding> bindings = new ArrayList<>();
  private final Map<String, String> words = new TreeMap<>();

  private Conditions(String table, boolean oldestFirst) {
    this.table = table;
    this.oldestFirst = oldestFirst;
  }

  /** Returns conditions for live tasks, sorted by id. */
  static Conditions live(TaskFilter filter, @Nullable UUID after) {
    Conditions live = new Conditions("t", filter.isOldestFirst());
    live.statuses(filter.liveStatuses());
    return live.rest(filter, after);
  }

  private Conditions rest(TaskFilter filter, @Nullable UUID after) {
    common(filter);
    range("run_at", filter.runAt());
    beyond(after);
    return this;
  }

  /**
   * Returns whether the filter has conditions that no index of live tasks covers, so that rows must
   * be read.
   */
  static boolean readsRows(TaskFilter filter) {
    Conditions rows = new Conditions("t", filter.isOldestFirst());
    rows.rowsAlone(filter);
    rows.range("created_at", filter.created());
    return !rows.texts.isEmpty();
  }

  /**
   * Returns whether the filter has conditions that no index of finished tasks covers. These indexes
   * contain no buckets and keys.
   */
  static boolean readsEndedRows(TaskFilter filter) {
    return readsRows(filter)
        || filter.bucket() != null
        || filter.key() != null
        || filter.typeIsPrefix();
  }

  /** Returns whether the filter restricts live tasks by more than their statuses. */
  static boolean narrow(TaskFilter filter) {
    Conditions rest = new Conditions("t", filter.isOldestFirst());
    rest.common(filter);
    rest.range("run_at", filter.runAt());
    return !rest.texts.isEmpty();
  }

  /**
   * Returns conditions for all live tasks after this one. A search without an index reads a part of
   * them.
   */
  static Conditions window(TaskFilter filter, @Nullable UUID after) {
    Conditions window = new Conditions("t", filter.isOldestFirst());
    window.beyond(after);
    return window;
  }

  /** Adds the condition that the id is not after this one. */
  Conditions upTo(@Nullable UUID last) {
    if (last != null) {
      add("id " + (oldestFirst ? "<= ?" : ">= ?"), b -> b.uuid(last));
    }
    return this;
  }

  /**
   * Returns conditions for live tasks in a form from which PostgreSQL recognizes its partial
   * indexes.
   */
  static Conditions byIndexes(
      TaskFilter filter, Collection<Status> statuses, @Nullable UUID after) {
    return of(filter, statuses).rest(filter, after);
  }

  /** Returns conditions for live tasks, but only for columns that the indexes contain. */
  static Conditions indexed(TaskFilter filter, Collection<Status> statuses) {
    return of(filter, statuses).indexedNames(filter);
  }

  private static Conditions of(TaskFilter filter, Collection<Status> statuses) {
    Conditions all = new Conditions("t", filter.isOldestFirst());
    List<String> parts = new ArrayList<>();
    for (Status status : statuses) {
      // The status isn't a parameter, because PostgreSQL uses a partial index only for a constant.
      String part = "t.status = " + status.code();
      if (status == Status.RUNNING) {
        part += " AND t.next_event_at IS NOT NULL";
      } else if (status == Status.WAITING) {
        part += all.due(filter.runAt());
      }
      parts.add("(" + part + ")");
    }
    all.texts.add("(" + String.join(" OR ", parts) + ")");
    return all;
  }

  /** Adds the condition that the bucket and the type are among these. */
  Conditions within(Set<String> buckets, Set<String> types) {
    if (buckets.isEmpty()) {
      texts.add("1 = 0");
    } else {
      among("bucket", buckets, Binder::text);
      among("type", types, Binder::text);
    }
    return this;
  }

  /** Adds the condition that the task has no alarm. The index of alarms lists such tasks by id. */
  void withoutAlarm() {
    add("next_event_at IS NULL", b -> {});
  }

  /** Returns conditions for the due time of a waiting task, which an index covers. */
  private String due(TimeRange range) {
    Conditions alarm = new Conditions("t", oldestFirst);
    alarm.range("next_event_at", range);
    bindings.addAll(alarm.bindings);
    return alarm.texts.stream().map(text -> " AND " + text).collect(Collectors.joining());
  }

  /** Returns conditions for finished tasks, sorted by their ends. */
  static Conditions finished(
      TaskFilter filter, Collection<Status> statuses, @Nullable Cursor after) {
    Conditions ended = new Conditions("f", filter.isOldestFirst());
    ended.statuses(statuses);
    ended.common(filter);
    return ended.ends(filter, after);
  }

  /**
   * Returns conditions for finished tasks, but only for columns that an index contains in this
   * order.
   */
  static Conditions endedWindow(
      TaskFilter filter, Collection<Status> statuses, @Nullable Cursor after) {
    Conditions ended = new Conditions("f", filter.isOldestFirst());
    if (filter.type() != null && !filter.typeIsPrefix()) {
      ended.type(filter);
    } else {
      ended.statuses(statuses);
    }
    return ended.ends(filter, after);
  }

  /**
   * Returns conditions for the type or types and the time range of the filter, for finished tasks.
   */
  static Conditions endedOfType(TaskFilter filter) {
    Conditions ended = new Conditions("f", filter.isOldestFirst());
    ended.type(filter);
    return ended.ends(filter, null);
  }

  private Conditions ends(TaskFilter filter, @Nullable Cursor after) {
    range("finished_at", filter.finished());
    // A task can't end before it was added. So an earliest time of the add is also an earliest time
    // of the end.
    range("finished_at", new TimeRange(filter.created().from(), null));
    if (after != null && after.at() != null) {
      after(after.at(), after.id());
    }
    return this;
  }

  /** Adds the condition that the task ended no later than this. */
  Conditions upTo(@Nullable Instant end) {
    if (end != null) {
      add("finished_at " + (oldestFirst ? "<= {time}" : ">= {time}"), b -> b.time(end));
    }
    return this;
  }

  /** Changes the conditions so that they apply to tasks in shared rows. */
  Conditions within(SharedRowSearch search) {
    words.put("begin", search.begin());
    bindings.addAll(
        0, search.ids().stream().<Statements.Binding>map(id -> b -> b.uuid(id)).toList());
    return this;
  }

  /** Returns conditions for audit entries, sorted by time. */
  static Conditions audit(AuditFilter filter, @Nullable Cursor after) {
    Conditions audit = new Conditions("a", false);
    audit.equal("task_id", filter.task().orElse(null));
    audit.equal("actor", filter.actor().orElse(null));
    audit.equal("action", filter.action().orElse(null));
    audit.range("written_at", filter.writtenAt());
    if (after != null && after.at() != null) {
      Instant time = after.at();
      audit.add(
          "written_at <= {time} AND (a.written_at < {time} OR a.id < ?)",
          b -> b.time(time).time(time).uuid(after.id()));
    }
    return audit;
  }

  /** Returns conditions for live tasks of this status whose alarm was before this time. */
  static Conditions late(Status status, Instant before) {
    Conditions late = new Conditions("t", true);
    late.add("status = ?", b -> b.small(status.code()));
    late.range("next_event_at", TimeRange.before(before));
    return late;
  }

  /**
   * Returns conditions for tasks of one type in one bucket that have been ready since before this
   * time.
   */
  static Conditions queued(
      String bucket, String type, Instant before, Collection<String> exceptKeys) {
    Conditions queued = new Conditions("t", true);
    // The status isn't a parameter, because PostgreSQL uses a partial index only for a constant.
    queued.add("status = " + Status.READY.code(), b -> {});
    queued.equal("bucket", bucket);
    queued.equal("type", type);
    queued.add(
        "run_at < {time} AND (t.last_change IS NULL OR t.last_change < {time})",
        b -> b.time(before).time(before));
    for (String key : exceptKeys) {
      queued.add("flow_key <> ?", b -> b.text(key));
    }
    return queued;
  }

  /**
   * Returns conditions for the statistics from one minute up to another, which isn't included. The
   * steps begin where the sums begin.
   */
  static Conditions statistics(String table, long from, long to, KeptStatistics.Sums sums) {
    Conditions statistics = new Conditions("f", true);
    statistics.add("minute_no >= ?", b -> b.number(from));
    statistics.add("minute_no < ?", b -> b.number(to));
    statistics.equal("type", sums.type());
    statistics.equal("bucket", sums.bucket());
    statistics.words.put("table", table);
    // These are part of the text. They occur twice, and the planner must see that they are equal.
    // There are few different values, so statements are still reused.
    statistics.words.put("first", Long.toString(Math.floorMod(sums.from(), (long) sums.step())));
    statistics.words.put("step", Integer.toString(sums.step()));
    return statistics;
  }

  /** Returns no conditions, for a query that can't have any. */
  static Conditions none() {
    return new Conditions("t", true);
  }

  @Override
  public String in(String query, String time) {
    String all = texts.isEmpty() ? "1 = 1" : String.join(" AND ", texts).replace("{time}", time);
    String open = query.replace("{filter}", all);
    for (Map.Entry<String, String> word : words.entrySet()) {
      open = open.replace("{" + word.getKey() + "}", word.getValue());
    }
    return open.replace("{order}", oldestFirst ? "ASC" : "DESC");
  }

  @Override
  public void bind(Binder binder) throws SQLException {
    for (Statements.Binding binding : bindings) {
      binding.to(binder);
    }
  }

  private void statuses(Collection<Status> statuses) {
    among("status", statuses, (b, status) -> b.small(status.code()));
  }

  private void beyond(@Nullable UUID after) {
    if (after != null) {
      add("id " + beyond() + " ?", b -> b.uuid(after));
    }
  }

  private void common(TaskFilter filter) {
    if (!filter.ids().isEmpty()) {
      among("id", filter.ids(), Binder::uuid);
    }
    indexedNames(filter);
    range("created_at", filter.created());
    rowsAlone(filter);
    correlation(filter.correlation());
  }

  private Conditions indexedNames(TaskFilter filter) {
    type(filter);
    equal("flow_key", filter.key());
    equal("bucket", filter.bucket());
    return this;
  }

  /** Adds the conditions that no index of live tasks covers. */
  private void rowsAlone(TaskFilter filter) {
    equal("sub_type", filter.subType());
    equal("parent_id", filter.parent());
    if (filter.minAttempts() > 0) {
      add("attempts >= ?", b -> b.small(filter.minAttempts()));
    }
    filter.labels().forEach(this::label);
  }

  /**
   * Reads the label of each candidate task by its key. With a join, the database might read all
   * tasks if many of them have the label. Compare the time of adding, too, because an earlier task
   * with the same id may have left labels.
   */
  private void label(String name, String value) {
    texts.add(
        ("(SELECT l.text FROM baton_label l WHERE l.task_id = %1$s.id"
                + " AND l.added_at = %1$s.created_at AND l.name = ?) = ?")
            .formatted(table));
    bindings.add(b -> b.text(name).text(value));
  }

  private void type(TaskFilter filter) {
    String type = filter.type();
    if (type != null && filter.typeIsPrefix()) {
      String pattern = type.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
      add("type LIKE ? ESCAPE '!'", b -> b.text(pattern));
    } else {
      equal("type", type);
    }
  }

  /**
   * The first task of a chain usually doesn't store the id of the chain, because it is its own id.
   * So the search finds the task by its id. The index leaves out such tasks, so that tasks without
   * a chain need no entry.
   */
  private void correlation(@Nullable UUID id) {
    if (id != null) {
      texts.add(
          ("(%1$s.id = ? AND COALESCE(%1$s.correlation_id, %1$s.id) = %1$s.id"
                  + " OR %1$s.correlation_id = ? AND %1$s.correlation_id <> %1$s.id)")
              .formatted(table));
      bindings.add(b -> b.uuid(id).uuid(id));
    }
  }

  private void after(Instant time, UUID id) {
    // The simple condition on the time is needed to use the index.
    add(
        "finished_at %1$s= {time} AND (f.finished_at %1$s {time} OR f.id %1$s ?)"
            .formatted(beyond()),
        b -> b.time(time).time(time).uuid(id));
  }

  private String beyond() {
    return oldestFirst ? ">" : "<";
  }

  private void range(String column, TimeRange range) {
    Instant from = range.from();
    Instant to = range.to();
    if (from != null) {
      add(column + " >= {time}", b -> b.time(from));
    }
    if (to != null) {
      add(column + " < {time}", b -> b.time(to));
    }
  }

  private void equal(String column, @Nullable String value) {
    if (value != null) {
      add(column + " = ?", b -> b.text(value));
    }
  }

  private void equal(String column, @Nullable UUID value) {
    if (value != null) {
      add(column + " = ?", b -> b.uuid(value));
    }
  }

  private <T> void among(String column, Collection<T> values, Statements.EachBinding<T> binding) {
    add(
        column + " IN (?" + ", ?".repeat(values.size() - 1) + ")",
        b -> {
          for (T value : values) {
            binding.to(b, value);
          }
        });
  }

  private void add(String condition, Statements.Binding binding) {
    texts.add(table + "." + condition);
    bindings.add(binding);
  }
}
