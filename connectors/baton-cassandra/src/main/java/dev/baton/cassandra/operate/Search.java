package dev.baton.cassandra.operate;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cassandra.task.Sweeps;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.spi.FilterMatch;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperatorRequest;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Status;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A page of a search. Live tasks are found with the indexes of their statuses: of each status those
 * with the earliest times, at most {@link #MAX_LIVE}. Finished tasks are found by the time when
 * they ended. The search reads the rows that the indexes name, some at a time, and compares them
 * with the filter, until the page is full or the time is over. Used once, by one thread.
 */
final class Search {
  /** Maximum number of live tasks of a status to read. */
  static final int MAX_LIVE = 10_000;

  private static final int ROWS_AT_A_TIME = 500;

  private static final Comparator<Cursor> BY_PLACE =
      Comparator.comparing(Cursor::at, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(Cursor::id, IdOrder.BY_BYTES);

  private final Shards shards;
  private final Sweeps tasks;
  private final ShardClock clock;
  private final TaskFilter filter;
  private final int limit;
  private final long endNanos;
  private final List<FoundTask> found = new ArrayList<>();

  /**
   * @param longest time after which the page is cut short
   */
  Search(
      Shards shards,
      Sweeps tasks,
      ShardClock clock,
      TaskFilter filter,
      int limit,
      Duration longest) {
    this.shards = shards;
    this.tasks = tasks;
    this.clock = clock;
    this.filter = filter;
    this.limit = limit;
    OperatorRequest request = OperatorRequest.current();
    long most = request == null ? Long.MAX_VALUE : request.left().toNanos();
    endNanos = clock.nanoTime() + Math.min(most, longest.toNanos());
  }

  Page<FoundTask> page(@Nullable Cursor after) {
    if (!filter.ids().isEmpty()) {
      return ofIds(after);
    }
    Cursor cut = after == null || after.at() == null ? live(after) : null;
    if (cut == null) {
      cut = finished(after == null || after.at() == null ? null : after);
    }
    boolean isFull = found.size() == limit;
    return new Page<>(found, Optional.ofNullable(isFull ? found.get(limit - 1).cursor() : cut));
  }

  private boolean isLate() {
    return clock.nanoTime() - endNanos > 0;
  }

  private Page<FoundTask> ofIds(@Nullable Cursor after) {
    Collection<TaskRow> rows = tasks.rows(filter.ids()).values();
    Comparator<Cursor> order = filter.isOldestFirst() ? BY_PLACE : BY_PLACE.reversed();
    // Live tasks come first, whatever the requested order.
    Stream.concat(
            rows.stream()
                .flatMap(row -> FilterMatcher.live(filter, row).stream())
                .sorted(Comparator.comparing(FoundTask::cursor, order)),
            rows.stream()
                .flatMap(row -> FilterMatcher.finished(filter, row).stream())
                .sorted(Comparator.comparing(FoundTask::cursor, order)))
        .filter(task -> after == null || isBehind(task.cursor(), after, order))
        .limit(limit)
        .forEach(found::add);
    return Page.of(found, limit, FoundTask::cursor);
  }

  private static boolean isBehind(Cursor place, Cursor after, Comparator<Cursor> order) {
    return (place.at() == null) == (after.at() == null)
        ? order.compare(place, after) > 0
        : after.at() == null;
  }

  /** Returns where the search was cut short, or null. */
  private @Nullable Cursor live(@Nullable Cursor after) {
    List<UUID> ids = liveIds(after == null ? null : after.id());
    int at = 0;
    while (at < ids.size() && found.size() < limit) {
      List<UUID> some = ids.subList(at, Math.min(ids.size(), at + ROWS_AT_A_TIME));
      Map<UUID, TaskRow> rows = tasks.rows(some);
      for (UUID id : some) {
        if (found.size() < limit) {
          FilterMatcher.live(filter, rows.get(id)).ifPresent(found::add);
        }
      }
      at += some.size();
      if (found.size() < limit && at < ids.size() && isLate()) {
        return new Cursor(null, ids.get(at - 1));
      }
    }
    return null;
  }

  private List<UUID> liveIds(@Nullable UUID after) {
    Comparator<UUID> order =
        filter.isOldestFirst() ? IdOrder.BY_BYTES : IdOrder.BY_BYTES.reversed();
    Set<UUID> ids = new TreeSet<>(order);
    // Search the statuses in the order in which tasks pass through them, to find tasks that move.
    for (Status status : filter.liveStatuses()) {
      List<Shards.Range> parts = List.of(Keys.standing(status), Keys.times(status));
      shards.read(shards.all(), parts, MAX_LIVE).stream()
          .map(row -> row.key().lastId())
          .filter(id -> after == null || order.compare(id, after) > 0)
          .forEach(ids::add);
    }
    return List.copyOf(ids);
  }

  /** Returns where the search was cut short, or null. */
  private @Nullable Cursor finished(@Nullable Cursor after) {
    Cursor last = after;
    while (found.size() < limit) {
      List<Shards.ShardRow> some = ended(last);
      List<UUID> ids =
          some.stream()
              .filter(row -> FilterMatch.type(filter, type(row)))
              .map(row -> row.key().lastId())
              .toList();
      Map<UUID, TaskRow> rows = tasks.rows(ids);
      for (UUID id : ids) {
        if (found.size() < limit) {
          FilterMatcher.finished(filter, rows.get(id)).ifPresent(found::add);
        }
      }
      if (some.size() < ROWS_AT_A_TIME) {
        return null;
      }
      last = place(some.get(some.size() - 1));
      if (isLate()) {
        return last;
      }
    }
    return null;
  }

  private static String type(Shards.ShardRow ended) {
    return new String(ended.row().value(), StandardCharsets.UTF_8);
  }

  private static Cursor place(Shards.ShardRow ended) {
    return new Cursor(Keys.timeBeforeId(ended.key()), ended.key().lastId());
  }

  /** Returns the next tasks of all statuses; fewer than requested if no more follow. */
  private List<Shards.ShardRow> ended(@Nullable Cursor after) {
    Comparator<Cursor> order = filter.isOldestFirst() ? BY_PLACE : BY_PLACE.reversed();
    return filter.finishedStatuses().stream()
        .flatMap(status -> ended(status, after).stream())
        .sorted(Comparator.comparing(Search::place, order))
        .limit(ROWS_AT_A_TIME)
        .toList();
  }

  private List<Shards.ShardRow> ended(Status status, @Nullable Cursor after) {
    TimeRange when = filter.finished();
    Shards.Range all = Keys.ended(status, when);
    RowKey from = all.from();
    RowKey to = all.to();
    if (after != null) {
      Instant at = Objects.requireNonNull(after.at());
      RowKey place = Keys.ended(status, at, after.id());
      from = filter.isOldestFirst() && place.compareTo(from) >= 0 ? place.next() : from;
      to = !filter.isOldestFirst() && place.compareTo(to) < 0 ? place : to;
    }
    if (from.compareTo(to) >= 0) {
      return List.of();
    }
    Shards.Range rest = new Shards.Range(from, to);
    return filter.isOldestFirst()
        ? shards.read(shards.all(), List.of(rest), ROWS_AT_A_TIME)
        : shards.readBackwards(shards.all(), rest, ROWS_AT_A_TIME);
  }
}
