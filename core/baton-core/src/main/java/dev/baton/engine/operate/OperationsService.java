package dev.baton.engine.operate;

import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.engine.base.Actor;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.PagedListing;
import dev.baton.engine.lease.Leases;
import dev.baton.engine.statistics.StatisticsService;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.BulkControl;
import dev.baton.operate.Cursor;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.Explanation;
import dev.baton.operate.IdPrefix;
import dev.baton.operate.Listing;
import dev.baton.operate.Operations;
import dev.baton.operate.OperatorNote;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskControl;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.override.Overrides;
import dev.baton.spi.AuditNote;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore;
import dev.baton.task.LastOutcome;
import dev.baton.task.rule.WaitState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes tasks for operators. It records one actor as the author of the changes.
 * Immutable.
 */
public final class OperationsService implements Operations {
  private static final int MAX_ATTEMPTS = 100;

  private final NodeContext node;
  private final @Nullable OperationsStore store;
  private final NodeView nodeView;
  private final StatisticsService statistics;
  private final Changes changes;
  private final Actor actor;

  /**
   * @param store null if the store can only read single tasks and keeps no audit
   * @param actor the author of changes if the caller names none
   */
  public OperationsService(
      NodeContext node,
      @Nullable OperationsStore store,
      NodeView nodeView,
      StatisticsService statistics,
      Leases leases,
      Hints hints,
      Actor actor) {
    this(node, store, nodeView, statistics, new Changes(node, store, leases, hints), actor);
  }

  private OperationsService(
      NodeContext node,
      @Nullable OperationsStore store,
      NodeView nodeView,
      StatisticsService statistics,
      Changes changes,
      Actor actor) {
    this.node = node;
    this.store = store;
    this.nodeView = nodeView;
    this.statistics = statistics;
    this.changes = changes;
    this.actor = actor;
  }

  @Override
  public Operations by(String actor, String reason) {
    return new OperationsService(
        node, store, nodeView, statistics, changes, new Actor(actor, reason));
  }

  @Override
  public Optional<TaskInfo> find(UUID id) {
    if (store == null) {
      return node.lookups()
          .find(id)
          .<FoundTask>map(FoundTask.Live::new)
          .or(() -> node.lookups().findFinished(id).map(FoundTask.Finished::new))
          .map(row -> row.info(null));
    }
    return store.find(TaskFilter.all().ids(Set.of(id)), null, 1).stream()
        .findFirst()
        .map(row -> row.info(hasFailed(row) ? latestError(id) : null));
  }

  /**
   * Returns the full text of the latest error. A search returns only the beginning of each error.
   */
  private @Nullable String latestError(UUID id) {
    // Read all attempts only if the latest one succeeded.
    List<PastAttempt> latest = store().attempts(id, 1);
    boolean hasMore = !latest.isEmpty() && latest.get(0).outcome() == LastOutcome.SUCCESS;
    return (hasMore ? attempts(id) : latest)
        .stream()
            .filter(attempt -> attempt.outcome() != LastOutcome.SUCCESS)
            .map(PastAttempt::error)
            .findFirst()
            .orElse(null);
  }

  @Override
  public Listing<TaskInfo> search(TaskFilter filter) {
    return PagedListing.of((after, size) -> infos(finder().page(filter, after, size)));
  }

  private Page<TaskInfo> infos(Page<FoundTask> page) {
    Set<UUID> failed =
        page.items().stream()
            .filter(OperationsService::hasFailed)
            .map(FoundTask::id)
            .collect(Collectors.toSet());
    Map<UUID, String> errors = failed.isEmpty() ? Map.of() : store().latestErrors(failed);
    return new Page<>(
        page.items().stream().map(row -> row.info(errors.get(row.id()))).toList(), page.next());
  }

  @Override
  public Set<UUID> waitingForOthers(Collection<UUID> tasks) {
    if (tasks.isEmpty()) {
      return Set.of();
    }
    return store == null
        ? tasks.stream()
            .filter(task -> node.waits().waiting(task) == WaitState.WAITS)
            .collect(Collectors.toSet())
        : store.waiting(node.waits(), tasks);
  }

  /**
   * Returns whether an attempt of the live task may have failed. A finished row contains its error
   * itself.
   */
  private static boolean hasFailed(FoundTask row) {
    return row instanceof FoundTask.Live && row.version() > 1;
  }

  @Override
  public List<UUID> ids(IdPrefix prefix, int limit) {
    return store().idsBetween(prefix.first(), prefix.last(), limit);
  }

  @Override
  public TaskControl task(UUID id) {
    return new SingleTask(node, this, id, null);
  }

  @Override
  public BulkControl bulk(TaskFilter filter) {
    return new Bulk(node, finder(), changes, actor, filter);
  }

  @Override
  public ErrorSample errors() {
    return new ErrorSearch(store(), finder()).sample();
  }

  @Override
  public Listing<AuditEntry> audit(AuditFilter filter) {
    return PagedListing.of((after, size) -> audit(filter, after, size));
  }

  private Page<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int size) {
    return Page.of(store().audit(filter, after, size), size, AuditEntry::cursor);
  }

  @Override
  public void note(OperatorNote note) {
    store().note(audited(note));
  }

  @Override
  public void note(Transaction transaction, OperatorNote note) {
    store().note(transaction, audited(note));
  }

  private AuditNote audited(OperatorNote note) {
    return changes.notes().note(note.action(), note.taskId(), note.version(), actor, note.detail());
  }

  @Override
  public Overrides overrides() {
    return new OverrideService(node, changes.notes(), actor);
  }

  Explanation explain(UUID id) {
    return new Explainer(node, store(), nodeView).explain(id);
  }

  List<PastAttempt> attempts(UUID id) {
    return store().attempts(id, MAX_ATTEMPTS);
  }

  Changes changes() {
    return changes;
  }

  Actor actor() {
    return actor;
  }

  private TaskSearch finder() {
    return new TaskSearch(store(), statistics);
  }

  OperationsStore store() {
    if (store == null) {
      throw new ConfigurationException(
          "This node was built without a store for operations. It can read and move single tasks,"
              + " and nothing is audited. Call Stores.operations(...) with a store on the same"
              + " database");
    }
    return store;
  }
}
