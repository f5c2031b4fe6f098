package dev.baton.examples.store;

import dev.baton.schedule.ScheduleState;
import dev.baton.spi.ScheduleStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Schedules next to a small store. Each change is a compare-and-set of the version. Thread-safe.
 */
public final class SmallSchedules implements ScheduleStore {
  private final TreeMap<String, ScheduleState> schedules = new TreeMap<>();
  private final InstantSource clock;

  /**
   * @param clock the store's clock
   */
  public SmallSchedules(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public synchronized boolean insert(ScheduleState state) {
    return schedules.putIfAbsent(state.name(), state.version(1)) == null;
  }

  @Override
  public synchronized boolean change(ScheduleState state) {
    ScheduleState now = schedules.get(state.name());
    if (now == null || now.version() != state.version()) {
      return false;
    }
    schedules.put(state.name(), state.version(state.version() + 1));
    return true;
  }

  @Override
  public synchronized boolean remove(String name) {
    return schedules.remove(name) != null;
  }

  @Override
  public synchronized Optional<ScheduleState> find(String name) {
    return Optional.ofNullable(schedules.get(name));
  }

  @Override
  public synchronized List<ScheduleState> list(@Nullable String after, int limit) {
    return behind(after).limit(limit).toList();
  }

  @Override
  public synchronized List<Due> due(Duration ahead, @Nullable String after, int limit) {
    Instant now = now();
    return behind(after)
        .filter(state -> !state.paused() && state.dueAt() != null)
        .filter(state -> !now.plus(ahead).isBefore(state.dueAt()) || hasTickAhead(state, now))
        .limit(limit)
        .map(state -> new Due(state, now))
        .toList();
  }

  private static boolean hasTickAhead(ScheduleState state, Instant now) {
    Instant last = state.past().lastTick();
    return last != null && last.isAfter(now);
  }

  private Stream<ScheduleState> behind(@Nullable String after) {
    return schedules.tailMap(after == null ? "" : after, after == null).values().stream();
  }
}
