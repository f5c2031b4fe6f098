package dev.baton.engine.operate;

import dev.baton.engine.base.Action;
import dev.baton.engine.base.Actor;
import dev.baton.engine.base.AuditNotes;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.PagedListing;
import dev.baton.engine.lease.Leases;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.ChangeResult.Kind;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.internal.ChangeReport;
import dev.baton.spi.AuditNote;
import dev.baton.spi.Capability;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OperationsStore.NotedRerun;
import dev.baton.spi.OperationsStore.NotedTransition;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Transition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes the change of an operator. It reads the task, applies the rule, and writes the transition
 * if the task still has the version that the caller saw. The audit entry is written in the same
 * transaction. Then it notifies the handler and sends hints. Thread-safe.
 */
final class Changes {
  /** Another change rarely comes between a read and a write of the same task. */
  private static final int MAX_TRIES = 10;

  private static final String LEFT_OUT =
      "It could not be changed together with other tasks, perhaps because another transaction has"
          + " locked it. Try again, or change it alone";

  private final NodeContext node;
  private final @Nullable OperationsStore store;
  private final AfterEffects afterEffects;
  private final AuditNotes notes;

  Changes(NodeContext node, @Nullable OperationsStore store, Leases leases, Hints hints) {
    this.node = node;
    this.store = store;
    this.afterEffects = new AfterEffects(node, leases, hints);
    this.notes = new AuditNotes(node.runtime());
  }

  /** Returns the object that creates audit entries. */
  AuditNotes notes() {
    return notes;
  }

  /**
   * Makes the change to one task.
   *
   * @param version the version that the caller saw; null for the current one
   */
  ChangeResult change(TaskAction action, UUID id, @Nullable Long version, Actor actor) {
    if (action.finished() != null) {
      return runAgain(action.finished(), id, version, actor);
    }
    return live(id, version, task -> changeAll(action, List.of(task), actor, false).get(0));
  }

  /**
   * Changes many live tasks, which were just read, in one transaction.
   *
   * @param dry true to return what the change would do, without writing it
   * @return one result for each task, in the same order
   */
  List<ChangeResult> changeAll(TaskAction action, List<Task> tasks, Actor actor, boolean dry) {
    List<ChangeResult> results = new ArrayList<>();
    List<Task> allowed = new ArrayList<>();
    List<Transition> transitions = new ArrayList<>();
    for (Task task : tasks) {
      try {
        transitions.add(action.live().apply(task));
        allowed.add(task);
        results.add(dry ? ChangeReport.wouldBeDone() : ChangeReport.done());
      } catch (IllegalArgumentException forbidden) {
        results.add(notAllowed(forbidden));
      }
    }
    if (dry) {
      return results;
    }
    List<Boolean> applied = apply(action.action(), allowed, transitions, action.by(actor));
    int next = 0;
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i).isDone()) {
        Task task = allowed.get(next);
        if (applied.get(next)) {
          tell(task, transitions.get(next));
        } else {
          results.set(i, changedMeanwhile(task));
        }
        next++;
      }
    }
    return results;
  }

  private List<Boolean> apply(
      Action action, List<Task> tasks, List<Transition> transitions, Actor actor) {
    if (transitions.isEmpty()) {
      return List.of();
    }
    if (store == null) {
      return node.writer().apply(transitions);
    }
    List<NotedTransition> noted = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      Transition transition = transitions.get(i);
      noted.add(new NotedTransition(transition, notes.of(action, tasks.get(i), transition, actor)));
    }
    return store.apply(noted);
  }

  /** Changes the payload or the priority of a task. */
  ChangeResult edit(
      OperationsStore with,
      Action action,
      UUID id,
      @Nullable Long version,
      Actor actor,
      Function<Task, TaskEdit> rule) {
    return live(
        id,
        version,
        task -> {
          TaskEdit edit;
          try {
            edit = rule.apply(task);
          } catch (IllegalArgumentException forbidden) {
            return notAllowed(forbidden);
          }
          if (!with.edit(edit, notes.of(action, task, edit, actor))) {
            return changedMeanwhile(task);
          }
          afterEffects.told(id, task.spec().flow(), Rule.RESCHEDULE);
          afterEffects.hint(edit.of(task, node.clock().now()));
          return ChangeReport.done();
        });
  }

  private ChangeResult runAgain(
      Function<FinishedTask, NextPosition> rule, UUID id, @Nullable Long version, Actor actor) {
    Optional<FinishedTask> finished = node.lookups().findFinished(id);
    if (finished.isEmpty()) {
      return node.lookups()
          .find(id)
          .map(task -> notAllowed(TaskActions.whyNotAgain(task)))
          .orElseGet(Changes::notFound);
    }
    FinishedTask task = finished.get();
    if (version != null && task.version() != version) {
      return changedSince(version);
    }
    return runAgain(task, rule.apply(task), null, actor);
  }

  /**
   * Runs many finished tasks again.
   *
   * @param found the tasks as a search has returned them, without all data that decides whether
   *     they may run again
   * @param dry true to return what the change would do, without writing it
   * @return one result for each task, in the same order
   */
  List<ChangeResult> runAllAgain(
      Function<FinishedTask, NextPosition> rule,
      List<FinishedTask> found,
      Actor actor,
      boolean dry) {
    List<ChangeResult> results = new ArrayList<>();
    List<NotedRerun> reruns = new ArrayList<>();
    for (FinishedTask one : found) {
      Optional<FinishedTask> task =
          node.lookups().findFinished(one.id()).filter(now -> now.version() == one.version());
      ChangeResult refused = task.map(Changes::refused).orElse(null);
      if (task.isEmpty()) {
        results.add(ChangeReport.refused(Kind.STALE, "It has changed since it was found"));
      } else if (refused != null || dry) {
        results.add(Objects.requireNonNullElse(refused, ChangeReport.wouldBeDone()));
      } else {
        results.add(ChangeReport.done());
        NextPosition to = rule.apply(task.get());
        AuditNote note = runAgainNote(task.get(), to, "", actor);
        reruns.add(new NotedRerun(one.id(), one.version(), to, note));
      }
    }
    if (store == null || reruns.isEmpty()) {
      return results;
    }
    Iterator<Optional<RunAgainRefusal>> refusals = store.runAllAgain(reruns).iterator();
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i).isDone()) {
        results.set(i, ranAgain(found.get(i), refusals.next()));
      }
    }
    return results;
  }

  private static @Nullable ChangeResult refused(FinishedTask task) {
    if (task.spec().traits().isOrdered()) {
      return notAllowed(
          "It ran in the order of its key, and later tasks have run since. Add a new task");
    }
    return task.spec().isPayloadCleared() ? payloadCleared() : null;
  }

  private ChangeResult runAgain(
      FinishedTask task, NextPosition to, @Nullable Restart restart, Actor actor) {
    ChangeResult refused = refused(task);
    if (refused != null) {
      return refused;
    }
    return ranAgain(task, written(task, to, restart, actor));
  }

  private ChangeResult ranAgain(FinishedTask task, Optional<RunAgainRefusal> refusal) {
    UUID id = task.id();
    if (refusal.isPresent()) {
      return switch (refusal.get()) {
        case KEY_TAKEN -> notAllowed("Another task has taken its unique key");
        case PAYLOAD_CLEARED -> payloadCleared();
        case NOT_THERE -> notFound();
        case LEFT_OUT ->
            node.lookups()
                .findFinished(id)
                .filter(now -> now.version() == task.version())
                .map(now -> ChangeReport.refused(Kind.STALE, LEFT_OUT))
                .orElseGet(() -> changedSince(task.version()));
      };
    }
    afterEffects.told(id, task.spec().flow(), Rule.RUN_AGAIN);
    node.lookups().find(id).ifPresent(afterEffects::hint);
    return ChangeReport.done();
  }

  /**
   * Runs a finished workflow, or one in ERROR, again from one of its steps.
   *
   * @param choice returns the number of the step; throws an IllegalArgumentException if there is no
   *     such step
   */
  ChangeResult runAgainFrom(
      ToIntFunction<WorkflowHistory> choice, UUID id, @Nullable Long version, Actor actor) {
    if (store == null || node.stores().transactionalNotes() == null) {
      throw Capability.TRANSACTIONS.missing(
          "Running task " + id + " again from a step", "Run it again from its beginning");
    }
    Optional<FinishedTask> finished = node.lookups().findFinished(id);
    try {
      return finished.isPresent()
          ? runAgainFrom(store, choice, finished.get(), version, actor)
          : live(id, version, task -> retryFrom(store, choice, task, actor));
    } catch (IllegalArgumentException forbidden) {
      return notAllowed(forbidden);
    }
  }

  private ChangeResult runAgainFrom(
      OperationsStore store,
      ToIntFunction<WorkflowHistory> choice,
      FinishedTask task,
      @Nullable Long version,
      Actor actor) {
    if (version != null && task.version() != version) {
      return changedSince(version);
    }
    Restart restart = restart(store, choice, task.id(), task.spec().type());
    NextPosition to = OperatorRules.runAgain(task, null, node.settings().hintExpiry());
    return runAgain(task, to, restart, actor);
  }

  private ChangeResult retryFrom(
      OperationsStore store, ToIntFunction<WorkflowHistory> choice, Task task, Actor actor) {
    Status status = task.position().status();
    if (status != Status.ERROR) {
      return notAllowed(
          "Only a workflow that has finished, or is in ERROR, can run again from a step, and it is "
              + status
              + ". Wait until it has stopped, or cancel it first");
    }
    Restart restart = restart(store, choice, task.id(), task.spec().type());
    Transition transition = OperatorRules.retry(task, null, node.settings().hintExpiry());
    AuditNote note =
        notes.note(
            Action.RUN_AGAIN,
            task.id(),
            task.position().version(),
            actor,
            status + " to " + transition.change().to() + restart.words());
    NotedTransition noted = new NotedTransition(transition, note, restart.cut());
    if (!store.apply(List.of(noted)).get(0)) {
      return changedMeanwhile(task);
    }
    tell(task, transition);
    return ChangeReport.done();
  }

  /**
   * The way in which a workflow runs again.
   *
   * @param words the chosen step, for the audit
   */
  private record Restart(NoteCut cut, String words) {}

  private Restart restart(
      OperationsStore store, ToIntFunction<WorkflowHistory> choice, UUID id, String type) {
    Definition definition = node.definitions().find(type);
    WorkflowHistory history = WorkflowHistory.of(node, id);
    if (!history.isWorkflow()
        || (definition != null && !(definition.handler() instanceof RawHandler.OfWorkflow))) {
      throw new IllegalArgumentException("It isn't a workflow, so it has no order of steps");
    }
    if (history.size() == 0) {
      throw new IllegalArgumentException("It has no stored step. Run it again from its beginning");
    }
    history.requireReadable();
    int number = choice.applyAsInt(history);
    liveAmong(store, history.childrenFrom(number))
        .ifPresent(
            child -> {
              throw new IllegalArgumentException(
                  "A child that its step "
                      + history.caller(child)
                      + " has called has not ended. Wait for its end, or cancel it");
            });
    return new Restart(history.from(number, node.mailboxHeads(id)), ", from step " + number);
  }

  /** Returns a task that is live. Reads no payloads and results. */
  private static Optional<UUID> liveAmong(OperationsStore store, List<UUID> tasks) {
    for (int i = 0; i < tasks.size(); i += TaskFilter.MAX_IDS) {
      List<UUID> some = tasks.subList(i, Math.min(tasks.size(), i + TaskFilter.MAX_IDS));
      TaskFilter filter =
          TaskFilter.all()
              .ids(new HashSet<>(some))
              .status(Status.BLOCKED, Status.WAITING, Status.READY, Status.RUNNING, Status.ERROR);
      Optional<FoundTask> live =
          PagedListing.of((after, size) -> store.page(filter, after, size)).first();
      if (live.isPresent()) {
        return live.map(FoundTask::id);
      }
    }
    return Optional.empty();
  }

  private static ChangeResult changedSince(long version) {
    return ChangeReport.refused(
        Kind.STALE, "It has changed since version " + version + ": it has another version now");
  }

  private static ChangeResult payloadCleared() {
    return notAllowed("Its payload was removed when it finished. Add a new task with a payload");
  }

  private Optional<RunAgainRefusal> written(
      FinishedTask task, NextPosition to, @Nullable Restart restart, Actor actor) {
    if (store == null) {
      return runAgainStore(task).runAgain(task.id(), task.version(), to);
    }
    AuditNote note = runAgainNote(task, to, restart == null ? "" : restart.words(), actor);
    NoteCut cut = restart == null ? NoteCut.Whole.ALL : restart.cut();
    return store.runAgain(task.id(), task.version(), to, cut, note);
  }

  private AuditNote runAgainNote(FinishedTask task, NextPosition to, String from, Actor actor) {
    String detail = task.status() + " to " + to.status() + from;
    return notes.note(Action.RUN_AGAIN, task.id(), task.version(), actor, detail);
  }

  private RunAgainStore runAgainStore(FinishedTask task) {
    RunAgainStore runAgain = node.stores().runAgain();
    if (runAgain == null) {
      throw Capability.RUN_AGAIN.missing(
          "Running task " + task.id() + " again", "Add a task like it");
    }
    return runAgain;
  }

  /**
   * Changes a live task in its current version. If the caller gave no version and another change
   * comes in between, reads the task and tries again.
   */
  private ChangeResult live(UUID id, @Nullable Long version, Function<Task, ChangeResult> change) {
    ChangeResult result = once(id, version, change);
    for (int i = 1; i < MAX_TRIES && version == null && result.isStale(); i++) {
      result = once(id, null, change);
    }
    return result;
  }

  private ChangeResult once(UUID id, @Nullable Long version, Function<Task, ChangeResult> change) {
    Optional<Task> found = node.lookups().find(id);
    if (found.isEmpty()) {
      return node.lookups()
          .findFinished(id)
          .map(task -> notAllowed("It has ended " + task.status()))
          .orElseGet(Changes::notFound);
    }
    Task task = found.get();
    long now = task.position().version();
    return version == null || now == version
        ? change.apply(task)
        : ChangeReport.refused(
            Kind.STALE,
            "It has changed since version "
                + version
                + ": it is at version "
                + now
                + ", "
                + task.position().status());
  }

  private ChangeResult changedMeanwhile(Task task) {
    Optional<Task> now = node.lookups().find(task.id());
    if (now.isEmpty()) {
      return notAllowed("It has ended meanwhile");
    }
    long version = task.position().version();
    return ChangeReport.refused(
        Kind.STALE,
        now.get().position().version() == version
            ? LEFT_OUT
            : "It has changed since version " + version);
  }

  private static ChangeResult notFound() {
    return ChangeReport.refused(
        Kind.NOT_FOUND,
        "There is no such task. It was never added, or it has ended and is no longer kept");
  }

  private static ChangeResult notAllowed(IllegalArgumentException forbidden) {
    return notAllowed(String.valueOf(forbidden.getMessage()));
  }

  private static ChangeResult notAllowed(String reason) {
    return ChangeReport.refused(Kind.NOT_ALLOWED, reason);
  }

  private void tell(Task task, Transition transition) {
    afterEffects.told(task.id(), task.spec().flow(), transition.rule());
    afterEffects.tellHolder(task);
    afterEffects.hint(task, transition);
  }
}
