package dev.baton.cassandra.operate;

import dev.baton.api.Transaction;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Attempts;
import dev.baton.cassandra.row.AuditedChange;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskExtras;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cassandra.task.Apply;
import dev.baton.cassandra.task.CassandraTaskStore;
import dev.baton.cassandra.task.Edit;
import dev.baton.cassandra.task.Sweeps;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.AuditNote;
import dev.baton.spi.Capability;
import dev.baton.spi.FoundTask;
import dev.baton.spi.LimitState;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.task.LastOutcome;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.TaskEdit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores lists, histories, operators' changes and their audit. A change and its audit entry are one
 * change of the task's shard. Lists are read shard by shard, so a task that changes meanwhile may
 * be missed or returned twice. Thread-safe.
 */
public final class CassandraOperationsStore implements OperationsStore {
  private static final int ERROR_BEGINS = 500;

  private final Cql cql;
  private final Shards shards;
  private final ShardClock clock;
  private final CassandraTaskStore tasks;
  private final Sweeps rows;
  private final AuditTrail audit;
  private final Duration longestSearch;

  /**
   * @param longestSearch time after which a page is cut short
   */
  public CassandraOperationsStore(
      Cql cql, Shards shards, ShardClock clock, CassandraTaskStore tasks, Duration longestSearch) {
    this.cql = cql;
    this.shards = shards;
    this.clock = clock;
    this.tasks = tasks;
    this.rows = tasks.sweeps();
    this.audit = new AuditTrail(cql, shards, clock);
    this.longestSearch = longestSearch;
  }

  @Override
  public Page<FoundTask> page(TaskFilter filter, @Nullable Cursor after, int limit) {
    return new Search(shards, rows, clock, filter, limit, longestSearch).page(after);
  }

  /** Reads a range of each shard, because the hash of an id decides its shard. */
  @Override
  public List<UUID> idsBetween(UUID first, UUID last, int limit) {
    Shards.Range range = new Shards.Range(Keys.task(first), Keys.task(last).end());
    return shards.read(shards.all(), List.of(range), limit).stream()
        .map(row -> row.key().lastId())
        .toList();
  }

  @Override
  public List<PastAttempt> attempts(UUID task, int limit) {
    TaskRow row = rows.rows(List.of(task)).get(task);
    if (row == null) {
      return List.of();
    }
    Stream<PastAttempt> good =
        row instanceof TaskRow.Finished end && end.isKept()
            ? end.goodAttempt().stream()
            : Stream.of();
    return Stream.concat(good, noted(task, row.extras(), limit).stream()).limit(limit).toList();
  }

  private List<PastAttempt> noted(UUID task, TaskExtras extras, int limit) {
    List<RowKey> keys = Attempts.latest(task, extras, limit);
    Map<RowKey, Row> found = shards.rows(Map.of(shards.of(task), keys), false);
    return keys.stream().filter(found::containsKey).map(found::get).map(Attempts::read).toList();
  }

  @Override
  public Map<UUID, String> latestErrors(Collection<UUID> ids) {
    Map<UUID, TaskRow> found = rows.rows(ids);
    Map<UUID, RowKey> latest = new LinkedHashMap<>();
    found.forEach(
        (id, row) -> Attempts.latest(id, row.extras(), 1).forEach(key -> latest.put(id, key)));
    Map<Integer, List<RowKey>> byShard = new LinkedHashMap<>();
    latest.forEach(
        (id, key) -> byShard.computeIfAbsent(shards.of(id), shard -> new ArrayList<>()).add(key));
    Map<RowKey, Row> read = shards.rows(byShard, false);
    Map<UUID, String> errors = new LinkedHashMap<>();
    latest.forEach(
        (id, key) -> {
          Row row = read.get(key);
          if (row != null) {
            error(id, Attempts.read(row)).ifPresent(text -> errors.put(id, text));
          }
        });
    return errors;
  }

  /**
   * Returns the error of the latest attempt that didn't succeed. Successful runs that are kept may
   * come before it in the list.
   */
  private Optional<String> error(UUID task, PastAttempt latest) {
    Stream<PastAttempt> all =
        latest.outcome() == LastOutcome.SUCCESS
            ? attempts(task, Attempts.MAX_KEPT).stream()
            : Stream.of(latest);
    return all.filter(attempt -> attempt.outcome() != LastOutcome.SUCCESS)
        .map(PastAttempt::error)
        .map(text -> text.substring(0, Math.min(text.length(), ERROR_BEGINS)))
        .findFirst();
  }

  @Override
  public List<UUID> waiters(UUID task, int limit) {
    return tasks.waits().waiters(task, limit);
  }

  @Override
  public List<Boolean> apply(List<NotedTransition> transitions) {
    return rows
        .all(
            transitions,
            noted -> noted.transition().id(),
            noted ->
                new AuditedChange<>(
                    new Apply(noted.transition()), noted.note(), Optional::isPresent))
        .stream()
        .map(Optional::isPresent)
        .toList();
  }

  @Override
  public boolean edit(TaskEdit edit, AuditNote note) {
    return cql.await(
            shards.submit(
                shards.of(edit.id()),
                new AuditedChange<>(new Edit(edit), note, Optional::isPresent)))
        .isPresent();
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, NoteCut cut, AuditNote note) {
    if (cut != NoteCut.Whole.ALL) {
      throw Capability.TRANSACTIONS.missing(
          "Running a workflow again from a step", "Run the task again from its beginning");
    }
    return tasks
        .runAgain()
        .runAgain(
            id, version, placement, again -> new AuditedChange<>(again, note, Optional::isEmpty));
  }

  @Override
  public void note(AuditNote note) {
    audit.note(note);
  }

  @Override
  public void note(Transaction transaction, AuditNote note) {
    throw Capability.TRANSACTIONS.missing("A note in a transaction", "Note it separately");
  }

  @Override
  public List<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int limit) {
    return audit.read(filter, after, limit);
  }

  @Override
  public int pruneAudit(Duration olderThan, int limit) {
    return audit.prune(olderThan, limit);
  }

  @Override
  public int ahead(Candidate task, int most) {
    RowKey place =
        Keys.place(Keys.group(task.bucket(), task.flow(), task.priority()), ReadyPlace.of(task));
    RowKey first = Keys.flow(task.bucket(), task.flow());
    return shards.read(shards.all(), List.of(new Shards.Range(first, place)), most).size();
  }

  @Override
  public LimitState limit(String name, int most) {
    return tasks.limits().state(name, most);
  }
}
