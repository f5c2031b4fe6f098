package dev.baton.engine.attempt.reconcile;

import dev.baton.handler.Attempt;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.LossChoice;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.When;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.LossRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.Objects;

/**
 * Decides what follows an attempt that was lost or interrupted, so that its effect is in doubt. By
 * the type's {@link dev.baton.handler.OnLost}, Baton calls the reconciler before the handler runs
 * again: outcome → transition.
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

  /** Returns the transition if the reconciler returned that the effect is unknown. */
  public static Transition unknown(Task task, String reason) {
    return HolderRules.undecidable(
        task, "The reconciler can't find out whether its effect happened: " + reason);
  }

  /**
   * Returns the transition if the reconciler threw.
   *
   * @param failed the transition of a handler that threw the same exception
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
   * Returns whether an attempt that a shutdown interrupted is resumed. A shutdown is treated like a
   * crash.
   */
  public static boolean maySimplyBeResumed(Task task, Definition definition) {
    LossChoice onLost = definition.onLost();
    boolean unmarked = task.position().lastOutcome() != LastOutcome.IN_DOUBT;
    return onLost.isResume() || (onLost.isOnlyIfMarked() && unmarked);
  }

  /**
   * Returns the task of an interrupted handler, in doubt if its type has a reconciler. An exception
   * of the handler doesn't prove that nothing happened.
   */
  public static Task cutOff(Task task, Definition definition) {
    LossChoice onLost = definition.onLost();
    boolean asks = onLost.reconciler() != null && !onLost.isOnlyIfMarked();
    return asks ? task.at(task.position().inDoubt()) : task;
  }
}
