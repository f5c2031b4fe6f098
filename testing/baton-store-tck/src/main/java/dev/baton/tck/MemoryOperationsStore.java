package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.spi.AuditNote;
import dev.baton.spi.FilterMatch;
import dev.baton.spi.FoundTask;
import dev.baton.spi.LimitState;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.LastOutcome;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.TaskEdit;
import dev.baton.tck.table.FinishedRow;
import dev.baton.tck.table.LiveRow;
import dev.baton.tck.table.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operators' view of a {@link MemoryTaskStore}: searches, changes by hand, and overrides.
 * Thread-safe.
 */
public final class MemoryOperationsStore implements OperationsStore, OverrideStore {
  private static final Comparator<Cursor> BY_PLACE =
      Comparator.comparing(Cursor::at, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(Cursor::id, IdOrder.BY_BYTES);

  private static final int ERROR_BEGINS = 500;

  private final MemoryTaskStore store;
  private final MemoryDatabase database;

  MemoryOperationsStore(MemoryTaskStore store) {
    this.store = store;
    this.database = store.database();
  }

  @Override
  public Page<FoundTask> page(TaskFilter filter, @Nullable Cursor after, int limit) {
    return database.locked(
        () -> {
          List<FoundTask> found = new ArrayList<>();
          if (after == null || after.at() == null) {
            Stream<FoundTask> live =
                database.tables().allLive().values().stream()
                    .map(LiveRow::task)
                    .filter(task -> FilterMatch.live(filter, task, labels(task)))
                    .map(task -> new FoundTask.Live(task.outline(), labels(task)));
            found.addAll(page(live, filter, after, limit));
          }
          Stream<FoundTask> finished =
              database.tables().allFinished().values().stream()
                  .map(FinishedRow::task)
                  .filter(task -> FilterMatch.finished(filter, task, labels(task)))
                  .map(task -> new FoundTask.Finished(task.outline(), labels(task)));
          Cursor end = after == null || after.at() == null ? null : after;
          found.addAll(page(finished, filter, end, limit - found.size()));
          return Page.of(found, limit, FoundTask::cursor);
        });
  }

  @Override
  public List<UUID> idsBetween(UUID first, UUID last, int limit) {
    return database.locked(
        () ->
            Stream.concat(
                    database.tables().allLive().keySet().stream(),
                    database.tables().allFinished().keySet().stream())
                .filter(id -> IdOrder.BY_BYTES.compare(first, id) <= 0)
                .filter(id -> IdOrder.BY_BYTES.compare(id, last) <= 0)
                .limit(limit)
                .toList());
  }

  private static List<FoundTask> page(
      Stream<FoundTask> all, TaskFilter filter, @Nullable Cursor after, int limit) {
    Comparator<Cursor> order = filter.isOldestFirst() ? BY_PLACE : BY_PLACE.reversed();
    return all.filter(task -> after == null || order.compare(task.cursor(), after) > 0)
        .sorted(Comparator.comparing(FoundTask::cursor, order))
        .limit(limit)
        .toList();
  }

  private Map<String, String> labels(Task task) {
    return database.tables().notes().labels(task.id(), task.createdAt());
  }

  private Map<String, String> labels(FinishedTask task) {
    return database.tables().notes().labels(task.id(), task.createdAt());
  }

  @Override
  public List<PastAttempt> attempts(UUID task, int limit) {
    return database.locked(
        () -> {
          FinishedRow ended = database.tables().finished(task);
          Stream<PastAttempt> good = ended == null ? Stream.of() : ended.goodAttempt();
          return Stream.concat(good, database.tables().history().of(task, limit).stream())
              .limit(limit)
              .toList();
        });
  }

  @Override
  public Map<UUID, String> latestErrors(Collection<UUID> tasks) {
    return database.locked(
        () -> {
          Map<UUID, String> errors = new TreeMap<>();
          for (UUID task : tasks) {
            database.tables().history().of(task, Integer.MAX_VALUE).stream()
                .filter(attempt -> attempt.outcome() != LastOutcome.SUCCESS)
                .map(PastAttempt::error)
                .findFirst()
                .ifPresent(
                    error ->
                        errors.put(
                            task, error.substring(0, Math.min(error.length(), ERROR_BEGINS))));
          }
          return errors;
        });
  }

  @Override
  public List<UUID> waiters(UUID task, int limit) {
    return database.locked(() -> database.tables().waitersOf(task).stream().limit(limit).toList());
  }

  @Override
  public List<Boolean> apply(List<NotedTransition> transitions) {
    return store.apply(
        transitions.stream().map(NotedTransition::transition).toList(),
        (i, now) -> {
          NotedTransition noted = transitions.get(i);
          database.tables().history().note(noted.note(), now);
          database.tables().notes().cut(noted.transition().id(), noted.cut());
        });
  }

  @Override
  public boolean edit(TaskEdit edit, AuditNote note) {
    return database.whenUnlocked(
        null,
        () -> database.othersTouchTasks(null, List.of(edit.id())),
        now -> {
          boolean written = RowWrites.edit(database.tables(), edit, now);
          if (written) {
            database.tables().history().note(note, now);
          }
          return written;
        });
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, NoteCut cut, AuditNote note) {
    return database.whenUnlocked(
        null,
        () -> database.othersTouchKeysOf(id),
        now -> {
          Optional<RunAgainRefusal> refusal =
              RowWrites.runAgain(database.tables(), id, version, placement, cut, true, now);
          if (refusal.isEmpty()) {
            database.tables().history().note(note, now);
          }
          return refusal;
        });
  }

  @Override
  public void note(AuditNote note) {
    database.atOnce(
        now -> {
          database.tables().history().note(note, now);
          return note;
        });
  }

  @Override
  public void note(Transaction transaction, AuditNote note) {
    MemoryTransaction own = database.own(transaction);
    database.atOnce(
        now -> {
          own.overlay().note(note, now);
          return note;
        });
  }

  @Override
  public List<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int limit) {
    return database.locked(
        () ->
            database
                .tables()
                .history()
                .audit()
                .filter(
                    entry ->
                        FilterMatch.audit(filter, entry)
                            && (after == null || BY_PLACE.compare(entry.cursor(), after) < 0))
                .sorted(Comparator.comparing(AuditEntry::cursor, BY_PLACE.reversed()))
                .limit(limit)
                .toList());
  }

  @Override
  public int pruneAudit(Duration olderThan, int limit) {
    return database.atOnce(
        now -> database.tables().history().pruneAudit(now.minus(olderThan), limit));
  }

  @Override
  public int ahead(Candidate task, int most) {
    Tables.Ready place = new Tables.Ready(task.priority(), task.arrivedAt(), task.id());
    return database.locked(
        () ->
            database
                .tables()
                .ready(task.bucket())
                .getOrDefault(task.flow(), new TreeSet<>())
                .headSet(place)
                .stream()
                .limit(most)
                .toList()
                .size());
  }

  @Override
  public LimitState limit(String name, int most) {
    return database.atOnce(
        now -> {
          Tables tables = database.tables();
          return tables.permits().state(name, tables::isHeldBy, now, most);
        });
  }

  @Override
  public List<ActiveOverride> overrides() {
    return database.locked(() -> List.copyOf(database.tables().overrides().values()));
  }

  @Override
  public boolean set(
      OverrideTarget target, OverrideValue value, @Nullable OverrideValue before, AuditNote note) {
    return override(
        target,
        before,
        note,
        now -> new ActiveOverride(target, value, note.actor(), note.reason(), now));
  }

  @Override
  public boolean reset(OverrideTarget target, OverrideValue before, AuditNote note) {
    return override(target, before, note, now -> null);
  }

  private boolean override(
      OverrideTarget target,
      @Nullable OverrideValue before,
      AuditNote note,
      Function<Instant, @Nullable ActiveOverride> after) {
    return database.atOnce(
        now -> {
          TreeMap<OverrideTarget, ActiveOverride> all = database.tables().overrides();
          ActiveOverride found = all.get(target);
          if (!Objects.equals(found == null ? null : found.value(), before)) {
            return false;
          }
          ActiveOverride next = after.apply(now);
          if (next == null) {
            all.remove(target);
          } else {
            all.put(target, next);
          }
          database.tables().history().note(note, now);
          return true;
        });
  }
}
