package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.tck.table.UncommittedRows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A schedule store in memory. It shares the transactions of a {@link MemoryTaskStore}. Thread-safe.
 */
public final class MemoryScheduleStore implements TransactionalScheduleStore {
  private final MemoryDatabase database;

  /** Creates a schedule store next to the tasks of this store. */
  public MemoryScheduleStore(MemoryTaskStore tasks) {
    database = tasks.database();
  }

  @Override
  public Instant now() {
    return database.atOnce(now -> now);
  }

  @Override
  public boolean insert(ScheduleState state) {
    return database.alone(own -> insert(own, state));
  }

  @Override
  public boolean change(ScheduleState state) {
    return database.alone(own -> change(own, state));
  }

  @Override
  public boolean remove(String name) {
    return database.alone(own -> remove(own, name));
  }

  @Override
  public Instant now(Transaction transaction) {
    return now();
  }

  @Override
  public boolean insert(Transaction transaction, ScheduleState state) {
    MemoryTransaction own = database.own(transaction);
    return database.whenUnlocked(
        own,
        () -> database.othersTouchSchedule(own, state.name()),
        now -> {
          if (own.overlay().schedule(state.name()) != null) {
            return false;
          }
          own.overlay().putSchedule(state.version(1));
          return true;
        });
  }

  @Override
  public Optional<ScheduleState> lock(Transaction transaction, String name) {
    return kept(
        transaction,
        name,
        overlay -> {
          ScheduleState found = overlay.schedule(name);
          if (found != null) {
            overlay.keepSchedule(name);
          }
          return Optional.ofNullable(found);
        });
  }

  @Override
  public Optional<ScheduleState> tryLock(Transaction transaction, String name) {
    MemoryTransaction own = database.own(transaction);
    return database.atOnce(
        now -> {
          own.requireSound();
          ScheduleState found = own.overlay().schedule(name);
          if (found == null || isTaken(own, name)) {
            return Optional.empty();
          }
          own.overlay().keepSchedule(name);
          return Optional.of(found);
        });
  }

  @Override
  public boolean change(Transaction transaction, ScheduleState state) {
    return kept(
        transaction,
        state.name(),
        overlay -> {
          ScheduleState found = overlay.schedule(state.name());
          if (found == null || found.version() != state.version()) {
            return false;
          }
          overlay.putSchedule(state.version(state.version() + 1));
          return true;
        });
  }

  @Override
  public boolean remove(Transaction transaction, String name) {
    return kept(
        transaction,
        name,
        overlay -> {
          if (overlay.schedule(name) == null) {
            return false;
          }
          overlay.removeSchedule(name);
          return true;
        });
  }

  private <T> T kept(Transaction transaction, String name, Function<UncommittedRows, T> step) {
    MemoryTransaction own = database.own(transaction);
    return database.whenUnlocked(own, () -> isTaken(own, name), now -> step.apply(own.overlay()));
  }

  /**
   * Returns whether the schedule is locked by another transaction. An uncommitted insert blocks
   * only another insert.
   */
  private boolean isTaken(MemoryTransaction own, String name) {
    return database.tables().schedule(name) != null && database.othersTouchSchedule(own, name);
  }

  @Override
  public Optional<ScheduleState> find(String name) {
    return database.atOnce(now -> Optional.ofNullable(database.tables().schedule(name)));
  }

  @Override
  public List<ScheduleState> list(@Nullable String after, int limit) {
    return database.atOnce(now -> those(after, limit, state -> true));
  }

  @Override
  public List<Due> due(Duration ahead, @Nullable String after, int limit) {
    return database.atOnce(
        now -> {
          Instant until = now.plus(ahead);
          return those(after, limit, state -> isDue(state, now, until)).stream()
              .map(state -> new Due(state, now))
              .toList();
        });
  }

  private static boolean isDue(ScheduleState state, Instant now, Instant until) {
    Instant due = state.dueAt();
    Instant last = state.past().lastTick();
    return !state.paused()
        && due != null
        && (!due.isAfter(until) || (last != null && last.isAfter(now)));
  }

  private List<ScheduleState> those(
      @Nullable String after, int limit, Predicate<ScheduleState> wanted) {
    NavigableMap<String, ScheduleState> all = database.tables().allSchedules();
    return (after == null ? all : all.tailMap(after, false))
        .values().stream().filter(wanted).limit(limit).toList();
  }
}
