package dev.baton.engine.operate;

import dev.baton.api.Cursor;
import dev.baton.api.FoundTask;
import dev.baton.api.NodeSettings;
import dev.baton.api.Operations;
import dev.baton.api.Page;
import dev.baton.api.PastAttempt;
import dev.baton.api.TaskEvent;
import dev.baton.api.TaskFilter;
import dev.baton.engine.Hints;
import dev.baton.engine.NodeContext;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.engine.lease.Holding;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.TaskStore.RunAgainRefusal;
import dev.baton.task.Candidate;
import dev.baton.task.Change;
import dev.baton.task.FinishedTask;
import dev.baton.task.Flow;
import dev.baton.task.OperatorRules;
import dev.baton.task.Placement;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.Transition;
import dev.baton.task.When;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the task, asks the rule, and applies its transition under the version the author saw. */
public final class OperatorDesk implements Operations {
  private static final int MOST_ATTEMPTS = 100;

  private final NodeContext node;
  private final @Nullable OperationsStore store;
  private final HeldTasks held;
  private final Hints hints;

  /**
   * @param store null where single tasks are all that is looked at
   */
  public OperatorDesk(
      NodeContext node, @Nullable OperationsStore store, HeldTasks held, Hints hints) {
    this.node = node;
    this.store = store;
    this.held = held;
    this.hints = hints;
  }

  @Override
  public Optional<Task> find(UUID id) {
    return node.store().find(id);
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return node.store().findFinished(id);
  }

  @Override
  public Page<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int size) {
    Page.requireSize(size);
    List<FoundTask> found = store().find(filter, after, size);
    return new Page<>(found, found.size() < size ? null : found.get(size - 1).cursor());
  }

  @Override
  public List<PastAttempt> attempts(UUID id) {
    return store().attempts(id, MOST_ATTEMPTS);
  }

  @Override
  public Verdict retry(UUID id, long version, @Nullable Duration delay) {
    Duration expiry = settings().hintExpiry();
    return change(id, version, task -> OperatorRules.retry(task, later(delay), expiry));
  }

  @Override
  public Verdict acknowledge(UUID id, long version, String reason) {
    return change(
        id, version, task -> OperatorRules.acknowledge(task, reason, settings().keepFailed()));
  }

  @Override
  public Verdict reschedule(UUID id, long version, @Nullable Duration delay) {
    Duration expiry = settings().hintExpiry();
    return change(id, version, task -> OperatorRules.reschedule(task, later(delay), expiry));
  }

  @Override
  public Verdict hold(UUID id, long version) {
    return change(id, version, OperatorRules::hold);
  }

  @Override
  public Verdict cancel(UUID id, long version, String reason) {
    return change(id, version, task -> OperatorRules.cancel(task, reason, settings().keepFailed()));
  }

  @Override
  public Verdict runAgain(UUID id, long version, @Nullable Duration delay) {
    Optional<FinishedTask> finished = node.store().findFinished(id);
    if (finished.isEmpty()) {
      return node.store()
          .find(id)
          .<Verdict>map(task -> new Verdict.NotAllowed("It is " + task.position().status()))
          .orElseGet(Verdict.NotFound::new);
    }
    FinishedTask task = finished.get();
    if (task.version() != version) {
      return new Verdict.NotAllowed("It finished under version " + task.version());
    }
    Placement placement = OperatorRules.runAgain(task, later(delay), settings().hintExpiry());
    Optional<RunAgainRefusal> refusal = node.store().runAgain(id, version, placement);
    if (refusal.isPresent()) {
      return refusal.get() == RunAgainRefusal.KEY_TAKEN
          ? new Verdict.NotAllowed("Another task has taken its unique key")
          : new Verdict.NotFound();
    }
    told(id, task.spec().flow(), Rule.RUN_AGAIN);
    node.store().find(id).ifPresent(this::hint);
    return new Verdict.Applied();
  }

  private Verdict change(UUID id, long version, Function<Task, Transition> rule) {
    Optional<Task> found = node.store().find(id);
    if (found.isEmpty()) {
      return node.store()
          .findFinished(id)
          .<Verdict>map(task -> new Verdict.NotAllowed("It has ended " + task.status()))
          .orElseGet(Verdict.NotFound::new);
    }
    Task task = found.get();
    if (task.position().version() != version) {
      return new Verdict.Stale(task);
    }
    Transition transition;
    try {
      transition = rule.apply(task);
    } catch (IllegalArgumentException forbidden) {
      return new Verdict.NotAllowed(String.valueOf(forbidden.getMessage()));
    }
    if (!node.store().apply(List.of(transition)).get(0)) {
      return node.store()
          .find(id)
          .<Verdict>map(Verdict.Stale::new)
          .orElseGet(() -> new Verdict.NotAllowed("It has ended meanwhile"));
    }
    told(id, task.spec().flow(), transition.rule());
    tellHolder(task);
    if (transition.change() instanceof Change.Move move) {
      hint(task.at(move.placement().at(node.clock().now(), version + 1)));
    }
    return new Verdict.Applied();
  }

  private OperationsStore store() {
    if (store == null) {
      throw new IllegalStateException(
          "This node was built without a store for operations, so it looks at single tasks only."
              + " Call Baton.builder().operations(...) with a store on the same database");
    }
    return store;
  }

  /** A handler that runs here is told at once; on another node, by the next renewal. */
  private void tellHolder(Task task) {
    UUID owner = task.position().owner();
    Holding here = owner == null ? null : held.find(task.id(), owner);
    if (here != null) {
      here.lose();
    }
  }

  private void hint(Task task) {
    if (task.position().status() == Status.SUBMITTED) {
      hints.announce(List.of(Candidate.of(task)));
    }
  }

  private void told(UUID id, Flow flow, Rule rule) {
    node.events().emit(new TaskEvent.MovedByHand(id, flow, rule));
  }

  private NodeSettings settings() {
    return node.settings();
  }

  private static @Nullable When later(@Nullable Duration delay) {
    return delay == null || delay.isZero() ? null : When.in(delay);
  }
}
