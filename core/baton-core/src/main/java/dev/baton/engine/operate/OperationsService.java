package dev.baton.engine.operate;

import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.internal.RequestFields;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.engine.statistics.StuckTasks;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.BulkAction;
import dev.baton.operate.BulkReport;
import dev.baton.operate.Cursor;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.Explanation;
import dev.baton.operate.FoundTask;
import dev.baton.operate.Operations;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.Related;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.override.Overrides;
import dev.baton.spi.NoteStore;
import dev.baton.spi.OperationsStore;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import dev.baton.task.TaskTraits;
import dev.baton.task.When;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.TaskEdit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What people look at and change, in the name of one actor. Immutable. */
public final class OperationsService implements Operations {
  private static final int MAX_ATTEMPTS = 100;

  private final NodeContext node;
  private final @Nullable OperationsStore store;
  private final NodeView nodeView;
  private final StuckTasks stuck;
  private final Changes changes;
  private final TaskActions taskActions;
  private final Actor actor;

  /**
   * @param store null where single tasks are all that is looked at, and nothing is noted
   */
  public OperationsService(
      NodeContext node,
      @Nullable OperationsStore store,
      NodeView nodeView,
      StuckTasks stuck,
      HeldTasks held,
      Hints hints) {
    this(node, store, nodeView, stuck, new Changes(node, store, held, hints), Actor.APPLICATION);
  }

  private OperationsService(
      NodeContext node,
      @Nullable OperationsStore store,
      NodeView nodeView,
      StuckTasks stuck,
      Changes changes,
      Actor actor) {
    this.node = node;
    this.store = store;
    this.nodeView = nodeView;
    this.stuck = stuck;
    this.changes = changes;
    this.taskActions = new TaskActions(node);
    this.actor = actor;
  }

  @Override
  public Operations as(String actor, @Nullable String reason) {
    return new OperationsService(node, store, nodeView, stuck, changes, new Actor(actor, reason));
  }

  @Override
  public Optional<Task> find(UUID id) {
    return node.lookups().find(id);
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return node.lookups().findFinished(id);
  }

  @Override
  public Page<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int size) {
    Page.requireSize(size);
    return finder().page(filter, after, size);
  }

  @Override
  public ErrorSample errors() {
    return new ErrorSearch(store(), finder()).sample();
  }

  @Override
  public Related related(UUID id) {
    return new Related(node.waits().waitedFor(id), store().waiters(id, Related.MAX_WAITERS));
  }

  @Override
  public Optional<Bytes> lastResult(UUID id) {
    NoteStore kept = node.stores().notes();
    return kept == null ? Optional.empty() : kept.lastResult(id);
  }

  @Override
  public List<PastAttempt> attempts(UUID id) {
    return store().attempts(id, MAX_ATTEMPTS);
  }

  @Override
  public Map<UUID, String> latestErrors(Set<UUID> ids) {
    if (ids.size() > TaskFilter.MAX_IDS) {
      throw new IllegalArgumentException(
          "Errors of at most " + TaskFilter.MAX_IDS + " tasks at a time, not of " + ids.size());
    }
    return ids.isEmpty() ? Map.of() : store().latestErrors(ids);
  }

  @Override
  public void note(
      String action, @Nullable UUID task, @Nullable Long version, @Nullable String detail) {
    store().note(changes.notes().note(action, task, version, actor, detail));
  }

  @Override
  public void note(
      Transaction transaction,
      String action,
      @Nullable UUID task,
      @Nullable Long version,
      @Nullable String detail) {
    store().note(transaction, changes.notes().note(action, task, version, actor, detail));
  }

  @Override
  public Explanation explain(UUID id) {
    return new Explainer(node, store(), nodeView).explain(id);
  }

  @Override
  public Page<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int size) {
    Page.requireSize(size);
    List<AuditEntry> found = store().audit(filter, after, size);
    return Page.of(found, size, AuditEntry::cursor);
  }

  @Override
  public Verdict retry(UUID id, long version, @Nullable Duration delay) {
    return move(id, version, taskActions.retry(delay));
  }

  @Override
  public Verdict fail(UUID id, long version, String reason) {
    return move(id, version, taskActions.fail(reason));
  }

  @Override
  public Verdict reschedule(UUID id, long version, @Nullable Duration delay) {
    return move(id, version, taskActions.reschedule(delay));
  }

  @Override
  public Verdict rescheduleAt(UUID id, long version, Instant at) {
    return move(id, version, taskActions.reschedule(When.at(at)));
  }

  @Override
  public Verdict hold(UUID id, long version) {
    return move(id, version, taskActions.hold());
  }

  @Override
  public Verdict release(UUID id, long version) {
    return move(id, version, taskActions.release());
  }

  @Override
  public Verdict cancel(UUID id, long version, String reason) {
    return move(id, version, taskActions.cancel(reason));
  }

  private Verdict move(UUID id, long version, TaskActions.TaskAction action) {
    Actor saying = action.said() == null ? actor : actor.saying(action.said());
    return changes.move(action.action(), id, version, saying, action.rule());
  }

  @Override
  public Verdict edit(UUID id, long version, @Nullable Bytes payload) {
    return edit(id, version, task -> OperatorRules.edit(task, payload, task.spec().traits()));
  }

  @Override
  public <P> Verdict edit(UUID id, long version, TaskType<P, ?> type, P payload) {
    RequestFields request = RequestFields.of(type.with(payload), node.codec());
    return edit(
        id,
        version,
        task -> {
          if (!task.spec().type().equals(type.name())) {
            throw new IllegalArgumentException(
                "It is of type " + task.spec().type() + ", not " + type.name());
          }
          // How the old payload was written says nothing about the new one.
          TaskTraits traits = task.spec().traits().withPayloadOf(request.traits());
          return OperatorRules.edit(task, request.payload(), traits);
        });
  }

  private Verdict edit(UUID id, long version, Function<Task, TaskEdit> rule) {
    return changes.edit(store(), Action.EDIT, id, version, actor, rule);
  }

  @Override
  public Verdict prioritize(UUID id, long version, int priority) {
    return changes.edit(
        store(),
        Action.PRIORITIZE,
        id,
        version,
        actor,
        task -> OperatorRules.prioritize(task, priority));
  }

  @Override
  public Verdict runAgain(UUID id, long version, @Nullable Duration delay) {
    return changes.runAgain(id, version, actor, taskActions.runAgain(delay));
  }

  @Override
  public BulkReport bulk(
      TaskFilter filter,
      BulkAction action,
      @Nullable Cursor after,
      int atMost,
      Predicate<BulkReport.Result> onResult) {
    return new Bulk(finder(), changes, taskActions, actor)
        .run(filter, action, after, atMost, onResult);
  }

  @Override
  public Overrides overrides() {
    return new OverrideService(node, changes.notes(), actor);
  }

  private TaskSearch finder() {
    return new TaskSearch(store(), stuck);
  }

  private OperationsStore store() {
    if (store == null) {
      throw new ConfigurationException(
          "This node was built without a store for operations: it looks at single tasks and moves"
              + " them, and nothing is audited. Call Stores.operations(...) with a store"
              + " on the same database");
    }
    return store;
  }
}
