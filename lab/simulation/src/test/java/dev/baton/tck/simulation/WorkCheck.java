package dev.baton.tck.simulation;

import dev.baton.handler.Attempt;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.tck.simulation.sql.Trouble;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks workflows by what their handlers, steps and children do. A step that is done doesn't work
 * again. A child is added once for its place in its parent's life. The parent continues after its
 * children have ended, with their results. A signal is read once. After a person has let a workflow
 * run again from a step, all this is true of the steps before it, and the others have new values
 * and new children. If the type cancels the children of its workflows, the children that live when
 * a workflow fails or is cancelled don't outlive the experiment, whatever they wait for. Nothing
 * but this and persons cancels a child.
 */
final class WorkCheck implements RowCheck {
  /** Entry of a child's context: the life and the place of its parent that called it. */
  static final String PLACE = "place";

  private final Violations violations;
  private final StepCheck steps;
  private final Simulation simulation;
  private final Consumer<Trouble> met;
  private final Map<String, UUID> children = new TreeMap<>();
  private final Map<UUID, Set<Bytes>> results = new HashMap<>();
  private final Set<UUID> droppedChildren = new HashSet<>();
  private final Map<Bytes, String> readers = new HashMap<>();
  private final Map<SimulatedThread, Again> asked = new HashMap<>();
  private final History history;
  private final Set<UUID> fallen = new HashSet<>();
  private final Set<UUID> orphans = new TreeSet<>();
  private boolean cancelsChildren;

  /** A person's request that a workflow runs again from the step with this number. */
  record Again(UUID task, int number) {}

  /**
   * @param met called for each of these events
   */
  WorkCheck(
      Violations violations,
      StepCheck steps,
      Simulation simulation,
      History history,
      Consumer<Trouble> met) {
    this.violations = violations;
    this.steps = steps;
    this.simulation = simulation;
    this.history = history;
    this.met = met;
  }

  /** Sets whether the children of a workflow end with it. */
  void cancelsChildren(boolean some) {
    cancelsChildren = some;
  }

  boolean cancelsChildren() {
    return cancelsChildren;
  }

  static boolean isWork(RowChange change) {
    return isWork(change.before()) || isWork(change.after());
  }

  static boolean isWork(History.Row row) {
    Task live = row.live();
    FinishedTask finished = row.finished();
    return live != null
        ? live.spec().type().equals(Types.WORK)
        : finished != null && finished.spec().type().equals(Types.WORK);
  }

  /** Notes what this thread's person requests; null if the request is over. */
  void asks(SimulatedThread self, @Nullable Again again) {
    if (again == null) {
      asked.remove(self);
    } else {
      asked.put(self, again);
    }
  }

  /** Notes that a wait of an attempt got this signal. */
  void signalled(Attempt attempt, String place, Bytes value) {
    if (steps.isKept(attempt.taskId(), attempt.fencingToken(), place)) {
      String reader = attempt.taskId() + " at " + place;
      String before = readers.putIfAbsent(value, reader);
      if (before != null && !before.equals(reader)) {
        violations.report(
            "the signal " + value.toText() + " was read by " + before + " and " + reader);
      }
    }
  }

  /** Notes the version of a change. All code has the change. */
  void version(UUID task, int version) {
    if (version != 2) {
      violations.report("the workflow " + task + " follows version " + version);
    }
  }

  /** Notes that the work of a step begins. */
  void works(Attempt attempt, String step) {
    if (steps.isKept(attempt.taskId(), attempt.fencingToken(), step)) {
      violations.report(
          "the step " + step + " of " + attempt.taskId() + " is done, and works again");
    }
  }

  /** Notes that a child runs. */
  void runs(Attempt child) {
    if (droppedChildren.contains(child.taskId())) {
      return;
    }
    String place = child.context().getOrDefault(PLACE, "");
    UUID before = children.putIfAbsent(place, child.taskId());
    if (before != null && !before.equals(child.taskId())) {
      violations.report(
          "two children, " + before + " and " + child.taskId() + ", were added for " + place);
    }
  }

  /** Notes that a call returned; without a result if the child has failed. */
  void returned(String place, @Nullable Bytes result) {
    UUID child = children.get(place);
    Set<Bytes> its = child == null ? null : results.get(child);
    if (result != null && (its == null || !its.contains(result))) {
      violations.report(
          "the call " + place + " returned " + result + ", which its child never did");
    }
    if (child != null && its == null) {
      violations.report("the call " + place + " returned before its child had ended");
    }
  }

  @Override
  public void changed(RowChange change) {
    if (isWork(change)) {
      changedWork(change);
    }
    FinishedTask finished = change.after().finished();
    if (finished != null && finished.spec().type().equals(Types.CHILD)) {
      Set<Bytes> its = results.computeIfAbsent(change.id(), id -> new HashSet<>());
      if (finished.result() != null) {
        its.add(finished.result());
      }
      boolean wasOrphan = orphans.remove(change.id());
      if (wasOrphan && finished.status() == Status.CANCELLED && !change.operator()) {
        met.accept(Trouble.CHILD_CANCELLED);
      }
    }
  }

  /**
   * Returns whether the task is a child that a workflow that failed or was cancelled has called.
   */
  boolean mayBeCancelled(Task task) {
    UUID parent = task.spec().parentId();
    return cancelsChildren
        && task.spec().type().equals(Types.CHILD)
        && parent != null
        && fallen.contains(parent);
  }

  /** Checks that no child has outlived its workflow. */
  void checkAll() {
    orphans.forEach(
        child ->
            violations.report(
                "the child "
                    + child
                    + " lives, although its workflow has failed or was cancelled: "
                    + history.rows().get(child)));
  }

  private void fell(UUID workflow) {
    fallen.add(workflow);
    orphans.addAll(
        history.ids(
            row ->
                row.live() != null
                    && row.live().spec().type().equals(Types.CHILD)
                    && workflow.equals(row.live().spec().parentId())));
  }

  private void changedWork(RowChange change) {
    Task before = change.before().live();
    Task after = change.after().live();
    FinishedTask finished = change.after().finished();
    if (cancelsChildren && finished != null && finished.status() != Status.DONE) {
      fell(change.id());
    }
    Again again = asked.get(simulation.running());
    boolean isAsked = again != null && again.task().equals(change.id());
    boolean livesAgain = before == null && after != null && change.before().finished() != null;
    boolean isRetried =
        before != null
            && after != null
            && before.position().status() == Status.ERROR
            && after.position().status() == Status.READY;
    if (isAsked && again != null && (livesAgain || isRetried)) {
      met.accept(Trouble.RUN_AGAIN_FROM_STEP);
      drop(change.id(), WorkPlan.of(change.id()).from(again.number()));
    } else if (livesAgain || change.after().isGone()) {
      drop(change.id(), WorkPlan.of(change.id()).from(1));
    }
  }

  private void drop(UUID task, Set<String> places) {
    String life = steps.kept(task, "0").toText();
    steps.drop(task, places::contains);
    for (String place : places) {
      children
          .entrySet()
          .removeIf(
              child -> {
                boolean isDropped = child.getKey().startsWith(life + "/" + place + ".");
                if (isDropped) {
                  droppedChildren.add(child.getValue());
                }
                return isDropped;
              });
    }
  }
}
