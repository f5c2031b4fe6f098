package dev.baton.engine.statistics;

import dev.baton.api.error.ConfigurationException;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.RecentAnswer;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.operate.statistics.Statistics;
import dev.baton.operate.statistics.StatisticsSeries;
import dev.baton.operate.statistics.Stopped;
import dev.baton.operate.statistics.Stuck;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.Counted;
import dev.baton.spi.StatisticsStore.Minute;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Returns statistics, from recent counts if possible. Thread-safe. */
public final class StatisticsService implements Statistics {
  private static final Duration FRESH = Duration.ofSeconds(3);

  /** A count that was given up has already taken seconds, so it isn't repeated at once. */
  private static final Duration AFTER_GIVING_UP = Duration.ofSeconds(30);

  /** An incomplete new count is better than a complete one that is older than this. */
  private static final Duration MAX_AGE = Duration.ofMinutes(10);

  private static final long SECONDS_A_MINUTE = 60;
  private static final int MINUTES_AN_HOUR = 60;
  private static final int MINUTES_A_DAY = 24 * MINUTES_AN_HOUR;

  private final @Nullable StatisticsStore store;
  private final StuckSearch stuckSearch;
  private final LimitSurvey limitSurvey;
  private final RecentAnswer<Boolean, Counted> counts;
  private final RecentAnswer<StuckAfter, StuckSearch.FoundStuck> stuck;
  private final RecentAnswer<Boolean, FailingSearch.FoundFailing> retried;
  private final StoppedSearch stoppedSearch;
  private final RecentAnswer<Boolean, Stopped> stopped;
  private final RecentAnswer<SeriesFilter, StatisticsSeries> series;
  private final RecentAnswer<Boolean, LimitsInUse> limits;

  /** The last complete count. */
  private volatile @Nullable Counted whole;

  StatisticsService(NodeContext node, @Nullable StatisticsStore store, Slots slots) {
    this.store = store;
    this.stuckSearch = new StuckSearch(node);
    this.limitSurvey = new LimitSurvey(node, slots);
    this.counts =
        new RecentAnswer<>(node.runtime(), counted -> counted.complete() ? FRESH : AFTER_GIVING_UP);
    this.stuck = new RecentAnswer<>(node.runtime(), FRESH);
    this.retried = new RecentAnswer<>(node.runtime(), FRESH);
    this.stoppedSearch = new StoppedSearch(node);
    this.stopped = new RecentAnswer<>(node.runtime(), FRESH);
    this.series = new RecentAnswer<>(node.runtime(), FRESH);
    this.limits = new RecentAnswer<>(node.runtime(), FRESH);
  }

  @Override
  public LiveCounts counts() {
    Counted counted = counted();
    Counted shown = shown(counted);
    List<LiveCounts.Group> groups =
        shown.groups().stream()
            .map(
                group ->
                    new LiveCounts.Group(
                        group.bucket(), group.type(), group.status(), group.count()))
            .toList();
    return new LiveCounts(takenAt(shown), counted.complete(), !shown.complete(), groups);
  }

  @Override
  public OldestReady oldestReady() {
    Counted counted = counted();
    Counted shown = shown(counted);
    List<OldestReady.Group> groups = new ArrayList<>();
    for (StatisticsStore.Group group : shown.groups()) {
      Instant since = group.readySince();
      if (since != null) {
        Duration age = Duration.between(since, shown.at());
        groups.add(
            new OldestReady.Group(
                group.bucket(), group.type(), since, age.isNegative() ? Duration.ZERO : age));
      }
    }
    return new OldestReady(takenAt(shown), counted.complete(), groups);
  }

  @Override
  public Stuck stuck(StuckAfter after) {
    return search(after).told(after.firstIds());
  }

  /**
   * Returns the stuck tasks, grouped by kind, bucket and type. They are usually at most three
   * seconds old.
   *
   * @throws ConfigurationException if this node has no store for statistics
   */
  public List<StuckGroup> stuckGroups(StuckAfter after) {
    return search(after).groups();
  }

  /**
   * Returns the result of a recent search for stuck tasks. The number of ids to list doesn't change
   * the search.
   */
  private StuckSearch.FoundStuck search(StuckAfter after) {
    return stuck.get(
        after.firstIds(0),
        () -> {
          Counted counted = counted();
          return stuckSearch.search(store(), after, counted, shown(counted));
        });
  }

  @Override
  public Failing failing() {
    return retriedNow().from(Failing.MIN_ATTEMPTS);
  }

  @Override
  public Failing retrying() {
    return retriedNow().from(1);
  }

  /**
   * Returns the tasks that wait for their next attempt after a failed one, in no particular order.
   *
   * @throws ConfigurationException if this node has no store for statistics
   */
  public List<StatisticsStore.Retried> retried() {
    return retriedNow().tasks();
  }

  /** Returns the held tasks that other tasks wait for, in no particular order. */
  public List<UUID> held() {
    return stopped().groups().stream()
        .filter(group -> group.kind() == Stopped.Kind.HELD)
        .flatMap(group -> group.tasks().stream())
        .toList();
  }

  @Override
  public Stopped stopped() {
    return stopped.get(true, () -> stoppedSearch.search(shown(counted())));
  }

  private FailingSearch.FoundFailing retriedNow() {
    return retried.get(true, () -> FailingSearch.search(store()));
  }

  @Override
  public StatisticsSeries series(SeriesFilter filter) {
    return series.get(filter, () -> seriesNow(filter));
  }

  @Override
  public LimitsInUse limits() {
    return limits.get(true, () -> limitSurvey.look(store()));
  }

  private Counted counted() {
    return counts.get(
        true,
        () -> {
          Counted counted = store().count();
          if (counted.complete()) {
            whole = counted;
          }
          return counted;
        });
  }

  /**
   * Returns the count to show: this one if it is complete, otherwise the last complete one if that
   * isn't too old.
   */
  private Counted shown(Counted counted) {
    Counted before = whole;
    if (counted.complete() || before == null) {
      return counted;
    }
    boolean old = before.at().plus(MAX_AGE).isBefore(counted.at());
    return old && !counted.groups().isEmpty() ? counted : before;
  }

  private static @Nullable Instant takenAt(Counted shown) {
    return shown.complete() || !shown.groups().isEmpty() ? shown.at() : null;
  }

  private StatisticsSeries seriesNow(SeriesFilter filter) {
    int step = Math.toIntExact(filter.step().toMinutes());
    long seconds = filter.length().plus(filter.step()).minusNanos(1).toSeconds();
    int points = Math.toIntExact(seconds / (step * SECONDS_A_MINUTE));
    long minutes = (long) points * step;
    long from =
        filter
            .from()
            .map(StatisticsService::minuteOf)
            .orElseGet(() -> end(minutes, step) - minutes);
    String type = filter.type().orElse(null);
    String bucket = filter.bucket().orElse(null);
    List<Minute> kept = store().kept(from, from + minutes, step, type, bucket);
    TreeMap<TypeInBucket, List<StatisticsSeries.Point>> byPlace = new TreeMap<>();
    for (Minute minute : kept) {
      byPlace
          .computeIfAbsent(
              new TypeInBucket(minute.bucket(), minute.type()), place -> new ArrayList<>())
          .add(new StatisticsSeries.Point(beginning(minute.number()), minute.statistics()));
    }
    List<StatisticsSeries.Series> all = new ArrayList<>();
    byPlace.forEach(
        (place, some) -> all.add(new StatisticsSeries.Series(place.bucket(), place.type(), some)));
    return new StatisticsSeries(beginning(from), filter.step(), points, all);
  }

  /**
   * Returns the minute at which a series up to now ends; this minute isn't included. A series of
   * more than a day in steps of whole hours ends at a full hour, because the store keeps sums of
   * full hours.
   */
  private long end(long minutes, int step) {
    boolean byHours = minutes > MINUTES_A_DAY && step % MINUTES_AN_HOUR == 0;
    int whole = byHours ? MINUTES_AN_HOUR : 1;
    long now = minuteOf(store().now());
    return now - Math.floorMod(now, whole) + whole;
  }

  private static long minuteOf(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), SECONDS_A_MINUTE);
  }

  private static Instant beginning(long minute) {
    return Instant.ofEpochSecond(minute * SECONDS_A_MINUTE);
  }

  private StatisticsStore store() {
    if (store == null) {
      throw new ConfigurationException(
          "This node was built without a store for statistics. Call Stores.statistics(...) with a"
              + " store on the same database, or use JdbcStore.of(dataSource)");
    }
    return store;
  }
}
