package dev.baton.tck;

import dev.baton.spi.StatisticsStore;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.tck.table.LiveRow;
import dev.baton.tck.table.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tasks of a {@link MemoryTaskStore} and stores the statistics of nodes. Thread-safe.
 */
public final class MemoryStatisticsStore implements StatisticsStore {
  private static final long SECONDS_A_MINUTE = 60;

  private final MemoryDatabase database;

  /** Creates a statistics store next to the rows of this store. */
  public MemoryStatisticsStore(MemoryTaskStore store) {
    this.database = store.database();
  }

  private record StatisticsPlace(String bucket, String type, Status status)
      implements Comparable<StatisticsPlace> {
    private static final Comparator<StatisticsPlace> ORDER =
        Comparator.comparing(StatisticsPlace::bucket)
            .thenComparing(StatisticsPlace::type)
            .thenComparing(StatisticsPlace::status);

    @Override
    public int compareTo(StatisticsPlace other) {
      return ORDER.compare(this, other);
    }
  }

  @Override
  public Instant now() {
    return database.atOnce(now -> now);
  }

  @Override
  public Counted count() {
    return database.atOnce(
        now -> {
          TreeMap<StatisticsPlace, List<Task>> found = new TreeMap<>();
          for (LiveRow row : database.tables().allLive().values()) {
            Task task = row.task();
            found
                .computeIfAbsent(
                    new StatisticsPlace(
                        task.spec().bucket(), task.spec().type(), task.position().status()),
                    place -> new ArrayList<>())
                .add(task);
          }
          List<Group> groups = new ArrayList<>();
          found.forEach((place, some) -> groups.add(group(place, some)));
          return new Counted(now, true, groups);
        });
  }

  private static Group group(StatisticsPlace place, List<Task> tasks) {
    Instant oldest = null;
    if (place.status == Status.READY) {
      oldest = tasks.stream().map(Task::readySince).min(Instant::compareTo).orElse(null);
    }
    return new Group(place.bucket, place.type, place.status, tasks.size(), oldest);
  }

  @Override
  public List<Late> overdue(Status status, Instant before, int limit) {
    return database.locked(
        () ->
            database.tables().alarms(status).stream()
                .takeWhile(alarm -> alarm.at().isBefore(before))
                .limit(limit)
                .map(alarm -> late(alarm.id(), alarm.at()))
                .toList());
  }

  private Late late(UUID id, Instant since) {
    LiveRow row = row(id);
    return new Late(id, row.task().spec().bucket(), row.task().spec().type(), since);
  }

  private LiveRow row(UUID id) {
    LiveRow row = database.tables().live(id);
    if (row == null) {
      throw new IllegalStateException("An index contains " + id + ", which doesn't exist");
    }
    return row;
  }

  @Override
  public List<Late> queued(
      String bucket, String type, Instant before, Collection<String> exceptKeys, int limit) {
    Set<String> except = new TreeSet<>(exceptKeys);
    return database.locked(
        () ->
            database.tables().ready(bucket).entrySet().stream()
                .filter(flow -> flow.getKey().type().equals(type))
                .filter(flow -> !except.contains(flow.getKey().key()))
                .flatMap(flow -> flow.getValue().stream())
                .map(ready -> late(ready.id(), row(ready.id()).task().readySince()))
                .filter(late -> late.since().isBefore(before))
                .limit(limit)
                .toList());
  }

  @Override
  public Retries retried(int minAttempts, int limit) {
    Instant now = now();
    return database.locked(
        () -> {
          var waiting = database.tables().alarms(Status.WAITING);
          List<Retried> found =
              waiting.stream()
                  .limit(limit)
                  .map(alarm -> row(alarm.id()))
                  .filter(row -> isRetried(row.task().position(), minAttempts))
                  .map(MemoryStatisticsStore::retried)
                  .toList();
          return new Retries(now, waiting.size() <= limit, found);
        });
  }

  private static boolean isRetried(Position position, int minAttempts) {
    return position.lastOutcome() == LastOutcome.FAILURE && position.attempts() >= minAttempts;
  }

  private static Retried retried(LiveRow row) {
    Task task = row.task();
    return new Retried(
        task.id(),
        task.spec().bucket(),
        task.spec().type(),
        task.position().attempts(),
        task.lastAction());
  }

  @Override
  public List<TakenSlot> slots(int limit) {
    return database.locked(
        () -> {
          Tables tables = database.tables();
          return tables.permits().taken(tables::isHeldBy, limit).stream()
              .map(
                  slot ->
                      new TakenSlot(
                          slot.name(),
                          slot.task(),
                          slot.owner(),
                          late(slot.task(), Instant.EPOCH).type()))
              .toList();
        });
  }

  @Override
  public List<UsedRate> rates(int limit) {
    return database.atOnce(now -> database.tables().permits().usedRates(now, limit));
  }

  @Override
  public Instant keep(UUID source, List<Minute> minutes) {
    return database.atOnce(
        now -> {
          database.tables().statistics().keep(source, minutes);
          return now;
        });
  }

  @Override
  public List<Minute> kept(
      long from, long to, int step, @Nullable String type, @Nullable String bucket) {
    return database.locked(() -> database.tables().statistics().kept(from, to, step, type, bucket));
  }

  @Override
  public int pruneStatistics(Duration olderThan, int limit) {
    return database.atOnce(
        now -> {
          long before = Math.floorDiv(now.minus(olderThan).getEpochSecond(), SECONDS_A_MINUTE);
          return database.tables().statistics().prune(before, limit);
        });
  }
}
