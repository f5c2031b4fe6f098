package dev.baton.cassandra.operate;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cassandra.task.CassandraLimitStore;
import dev.baton.cassandra.task.CassandraTaskStore;
import dev.baton.cassandra.task.Sweeps;
import dev.baton.spi.StatisticsStore;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts tasks with the indexes of their statuses, and stores nodes' statistics by the minute.
 * Counts are read shard by shard, so they are slightly out of date. Thread-safe.
 */
public final class CassandraStatisticsStore implements StatisticsStore {
  private static final int ROWS_AT_A_TIME = 500;

  private final Shards shards;
  private final ShardClock clock;
  private final Sweeps tasks;
  private final CassandraLimitStore limits;
  private final LiveCount counts;
  private final Minutes minutes;

  /**
   * @param store the task store of the same shards
   */
  public CassandraStatisticsStore(
      Cql cql, Shards shards, ShardClock clock, CassandraTaskStore store) {
    this.shards = shards;
    this.clock = clock;
    this.tasks = store.sweeps();
    this.limits = store.limits();
    counts = new LiveCount(shards);
    minutes = new Minutes(cql, shards);
  }

  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public Counted count() {
    return counts.at(clock.now());
  }

  @Override
  public List<Late> overdue(Status status, Instant before, int limit) {
    List<Late> late = new ArrayList<>();
    live(ids(Keys.timesBefore(status, before), limit))
        .filter(task -> task.position().status() == status)
        .forEach(
            task -> {
              Instant since = task.position().nextEventAt();
              if (since != null && since.isBefore(before)) {
                late.add(new Late(task.id(), task.spec().bucket(), task.spec().type(), since));
              }
            });
    return late;
  }

  private List<UUID> ids(Shards.Range range, int limit) {
    return shards.read(shards.all(), List.of(range), limit).stream()
        .map(found -> found.key().lastId())
        .toList();
  }

  /** Returns the live tasks among these, in their order. */
  private Stream<Task> live(List<UUID> ids) {
    List<Task> live = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += ROWS_AT_A_TIME) {
      List<UUID> some = ids.subList(from, Math.min(ids.size(), from + ROWS_AT_A_TIME));
      tasks.rows(some).values().stream()
          .filter(TaskRow.Live.class::isInstance)
          .map(row -> ((TaskRow.Live) row).task())
          .forEach(live::add);
    }
    return live.stream();
  }

  @Override
  public List<Late> queued(
      String bucket, String type, Instant before, Collection<String> exceptKeys, int limit) {
    List<Late> found = new ArrayList<>();
    Shards.Range rest = Shards.Range.of(Keys.type(bucket, type));
    while (found.size() < limit && rest.from().compareTo(rest.to()) < 0) {
      List<Shards.ShardRow> some = shards.read(shards.all(), List.of(rest), ROWS_AT_A_TIME);
      some.stream()
          .filter(one -> Keys.readySince(one).isBefore(before))
          .filter(one -> !exceptKeys.contains(Keys.candidate(one).flow().key()))
          .limit(limit - found.size())
          .map(one -> new Late(one.key().lastId(), bucket, type, Keys.readySince(one)))
          .forEach(found::add);
      RowKey on = some.size() < ROWS_AT_A_TIME ? rest.to() : some.get(some.size() - 1).key().next();
      rest = new Shards.Range(on, rest.to());
    }
    return found;
  }

  @Override
  public Retries retried(int minAttempts, int limit) {
    List<UUID> waiting = ids(Keys.times(Status.WAITING), limit + 1);
    boolean all = waiting.size() <= limit;
    List<Retried> found =
        live(all ? waiting : waiting.subList(0, limit))
            .filter(task -> task.position().status() == Status.WAITING)
            .filter(task -> task.position().lastOutcome() == LastOutcome.FAILURE)
            .filter(task -> task.position().attempts() >= minAttempts)
            .map(
                task ->
                    new Retried(
                        task.id(),
                        task.spec().bucket(),
                        task.spec().type(),
                        task.position().attempts(),
                        task.lastAction()))
            .toList();
    return new Retries(clock.now(), all, found);
  }

  @Override
  public List<TakenSlot> slots(int limit) {
    return limits.slots(limit);
  }

  @Override
  public List<UsedRate> rates(int limit) {
    return limits.rates(limit);
  }

  @Override
  public Instant keep(UUID source, List<Minute> done) {
    minutes.keep(source, done);
    return clock.now();
  }

  @Override
  public List<Minute> kept(
      long from, long to, int step, @Nullable String type, @Nullable String bucket) {
    return minutes.kept(from, to, step, type, bucket);
  }

  @Override
  public int pruneStatistics(Duration olderThan, int limit) {
    return minutes.prune(clock.now().minus(olderThan), limit);
  }
}
