package dev.baton.engine.operate;

import dev.baton.engine.base.Hints;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.operate.Operations.Verdict;
import dev.baton.spi.AuditNote;
import dev.baton.spi.Capability;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OperationsStore.NotedTransition;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.FinishedTask;
import dev.baton.task.Rule;
import dev.baton.task.Task;
import dev.baton.task.rule.Placement;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes one task for an operator: reads it, asks the rule, applies the answer under the version
 * that the caller saw, and writes the audit in the same transaction. Then it informs the holder and
 * the queues. Thread-safe.
 */
final class Changes {
  private final NodeContext node;
  private final @Nullable OperationsStore store;
  private final AfterEffects afterEffects;
  private final AuditNotes notes;

  Changes(NodeContext node, @Nullable OperationsStore store, HeldTasks held, Hints hints) {
    this.node = node;
    this.store = store;
    this.afterEffects = new AfterEffects(node, held, hints);
    this.notes = new AuditNotes(node.runtime());
  }

  /** What the audit is told. */
  AuditNotes notes() {
    return notes;
  }

  /** A change of where a task stands. */
  Verdict move(Action action, UUID id, long version, Actor actor, Function<Task, Transition> rule) {
    return whereStands(id, version, task -> move(action, task, actor, rule));
  }

  /** As above, of a task as it was just read. */
  Verdict move(Action action, Task task, Actor actor, Function<Task, Transition> rule) {
    return moveAll(action, List.of(task), actor, rule).get(0);
  }

  /** As above, of many tasks in one transaction; the answers in their order. */
  List<Verdict> moveAll(
      Action action, List<Task> tasks, Actor actor, Function<Task, Transition> rule) {
    List<Verdict> verdicts = new ArrayList<>();
    List<Task> allowed = new ArrayList<>();
    List<Transition> transitions = new ArrayList<>();
    for (Task task : tasks) {
      try {
        transitions.add(rule.apply(task));
        allowed.add(task);
        verdicts.add(new Verdict.Applied());
      } catch (IllegalArgumentException forbidden) {
        verdicts.add(notAllowed(forbidden));
      }
    }
    List<Boolean> applied = apply(action, allowed, transitions, actor);
    int next = 0;
    for (int i = 0; i < verdicts.size(); i++) {
      if (verdicts.get(i) instanceof Verdict.Applied) {
        Task task = allowed.get(next);
        if (applied.get(next)) {
          tell(task, transitions.get(next));
        } else {
          verdicts.set(i, changedMeanwhile(task.id()));
        }
        next++;
      }
    }
    return verdicts;
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

  /** A change of what a task is. */
  Verdict edit(
      OperationsStore with,
      Action action,
      UUID id,
      long version,
      Actor actor,
      Function<Task, TaskEdit> rule) {
    return whereStands(
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
            return changedMeanwhile(id);
          }
          afterEffects.told(id, task.spec().flow(), Rule.RESCHEDULE);
          afterEffects.hint(edit.of(task, node.clock().now()));
          return new Verdict.Applied();
        });
  }

  Verdict runAgain(UUID id, long version, Actor actor, Function<FinishedTask, Placement> rule) {
    Optional<FinishedTask> finished = node.lookups().findFinished(id);
    if (finished.isEmpty()) {
      return node.lookups()
          .find(id)
          .<Verdict>map(task -> new Verdict.NotAllowed("It is " + task.position().status()))
          .orElseGet(Verdict.NotFound::new);
    }
    FinishedTask task = finished.get();
    if (task.version() != version) {
      return new Verdict.NotAllowed("It finished under version " + task.version());
    }
    return runAgain(task, actor, rule);
  }

  /** As above, of a task as it was just read. */
  Verdict runAgain(FinishedTask task, Actor actor, Function<FinishedTask, Placement> rule) {
    UUID id = task.id();
    if (task.spec().traits().isOrdered()) {
      return new Verdict.NotAllowed(
          "It ran in the order of its key, and others have had their turns since: add it anew");
    }
    Placement placement = rule.apply(task);
    Optional<RunAgainRefusal> refusal = runAgain(task, placement, actor);
    if (refusal.isPresent()) {
      return switch (refusal.get()) {
        case KEY_TAKEN -> new Verdict.NotAllowed("Another task has taken its unique key");
        case PAYLOAD_CLEARED ->
            new Verdict.NotAllowed(
                "Its payload was removed when it finished: add it anew, with a payload");
        case NOT_THERE -> new Verdict.NotFound();
      };
    }
    afterEffects.told(id, task.spec().flow(), Rule.RUN_AGAIN);
    node.lookups().find(id).ifPresent(afterEffects::hint);
    return new Verdict.Applied();
  }

  private Optional<RunAgainRefusal> runAgain(FinishedTask task, Placement to, Actor actor) {
    if (store == null) {
      return runAgainStore(task).runAgain(task.id(), task.version(), to);
    }
    String detail = task.status() + " to " + to.status();
    AuditNote note = notes.note(Action.RUN_AGAIN, task.id(), task.version(), actor, detail);
    return store.runAgain(task.id(), task.version(), to, note);
  }

  private RunAgainStore runAgainStore(FinishedTask task) {
    RunAgainStore runAgain = node.stores().runAgain();
    if (runAgain == null) {
      throw Capability.RUN_AGAIN.missing(
          "Running task " + task.id() + " again", "Add a task like it");
    }
    return runAgain;
  }

  private Verdict whereStands(UUID id, long version, Function<Task, Verdict> change) {
    Optional<Task> found = node.lookups().find(id);
    if (found.isEmpty()) {
      return node.lookups()
          .findFinished(id)
          .<Verdict>map(task -> new Verdict.NotAllowed("It has ended " + task.status()))
          .orElseGet(Verdict.NotFound::new);
    }
    Task task = found.get();
    return task.position().version() == version ? change.apply(task) : new Verdict.Stale(task);
  }

  private Verdict changedMeanwhile(UUID id) {
    return node.lookups()
        .find(id)
        .<Verdict>map(Verdict.Stale::new)
        .orElseGet(() -> new Verdict.NotAllowed("It has ended meanwhile"));
  }

  private static Verdict notAllowed(IllegalArgumentException forbidden) {
    return new Verdict.NotAllowed(String.valueOf(forbidden.getMessage()));
  }

  private void tell(Task task, Transition transition) {
    afterEffects.told(task.id(), task.spec().flow(), transition.rule());
    afterEffects.tellHolder(task);
    afterEffects.hint(task, transition);
  }
}
