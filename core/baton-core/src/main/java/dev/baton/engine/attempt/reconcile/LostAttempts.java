package dev.baton.engine.attempt.reconcile;

import dev.baton.handler.Attempt;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.LossChoice;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.LossRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.Objects;

/**
 * Decides what follows an attempt that was lost or interrupted. Baton can't know whether its effect
 * happened. The type's {@link dev.baton.handler.OnLost} says whether Baton calls a reconciler
 * before the handler runs again: outcome → transition.
 */
public final class LostAttempts {
  private LostAttempts() {}

  /** Returns whether Baton must call the reconciler before the handler. */
  public static boolean isToBeAsked(Task task, Definition definition) {
    LossChoice onLost = definition.onLost();
    return onLost.reconciler() != null
        && LossRules.isInDoubt(task.position(), onLost.isOnlyIfMarked());
  }

  /** Calls the reconciler; throws what it throws. */
  public static Reconciliation<?> ask(Definition definition, Attempt attempt) throws Exception {
    LossChoice.Asked reconciler = Objects.requireNonNull(definition.onLost().reconciler());
    return Objects.requireNonNull(reconciler.reconcile(attempt), "it returned null");
  }

  /** Returns the transition for a reconciler that doesn't know whether the effect happened. */
  public static Transition unknown(Task task, String reason) {
    return HolderRules.undecidable(
        task, "The reconciler can't find out whether its effect happened: " + reason);
  }

  /**
   * Returns the transition for a reconciler that threw.
   *
   * @param failed the transition that the same exception would have had if the handler had thrown
   *     it
   */
  public static Transition unanswered(Task task, Transition failed) {
    String text = "The reconciler of the lost attempt failed: " + failed.error();
    if (!(failed.change() instanceof Change.Move later) || failed.rule() == Rule.STOP_IN_ERROR) {
      return HolderRules.unanswered(task, text);
    }
    When at = later.placement().runAt();
    Duration delay = at instanceof When.In in ? in.delay() : Duration.ZERO;
    return HolderRules.askAgain(task, delay, text);
  }

  /**
   * Returns whether a task simply runs again after a shutdown interrupted its attempt. A shutdown
   * counts like a crash.
   */
  public static boolean maySimplyBeResumed(Task task, Definition definition) {
    LossChoice onLost = definition.onLost();
    boolean unmarked = task.position().lastOutcome() != LastOutcome.IN_DOUBT;
    return onLost.isResume() || (onLost.isOnlyIfMarked() && unmarked);
  }

  /**
   * Returns the task of an interrupted handler. If its type has a reconciler, the task is marked as
   * in doubt. Even if the handler threw, its effect may have happened.
   */
  public static Task cutOff(Task task, Definition definition) {
    LossChoice onLost = definition.onLost();
    boolean asks = onLost.reconciler() != null && !onLost.isOnlyIfMarked();
    return asks ? task.at(task.position().inDoubt()) : task;
  }
}
