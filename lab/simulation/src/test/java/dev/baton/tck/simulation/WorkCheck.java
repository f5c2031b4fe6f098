package dev.baton.tck.simulation;

import dev.baton.handler.Attempt;
import dev.baton.task.Bytes;
import dev.baton.task.internal.FinishedTask;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks workflows by what their handlers, steps and children do. A step that is done doesn't work
 * again. A child is added once for its place in its parent's life. The parent continues after its
 * children have ended, with their results.
 */
final class WorkCheck implements RowCheck {
  /** Entry of a child's context: the life and the place of its parent that called it. */
  static final String PLACE = "place";

  private final Violations violations;
  private final StepCheck steps;
  private final Map<String, UUID> children = new TreeMap<>();
  private final Map<UUID, Set<Bytes>> results = new HashMap<>();

  WorkCheck(Violations violations, StepCheck steps) {
    this.violations = violations;
    this.steps = steps;
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
    FinishedTask finished = change.after().finished();
    if (finished != null && finished.spec().type().equals(Types.CHILD)) {
      Set<Bytes> its = results.computeIfAbsent(change.id(), id -> new HashSet<>());
      if (finished.result() != null) {
        its.add(finished.result());
      }
    }
  }
}
