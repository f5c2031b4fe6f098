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
 * What follows an attempt that was lost or cut off, whose effect may have happened: as its type's
 * {@link dev.baton.handler.OnLost} says, its reconciler is asked before the handler runs again.
 */
public final class LostAttempts {
  private LostAttempts() {}

  /** Whether the reconciler is to be asked before the handler runs. */
  public static boolean isToBeAsked(Task task, Definition definition) {
    LossChoice onLost = definition.onLost();
    return onLost.reconciler() != null
        && LossRules.isInDoubt(task.position(), onLost.isOnlyIfMarked());
  }

  /** Asks the reconciler; throws what it throws. */
  public static Reconciliation<?> ask(Definition definition, Attempt attempt) throws Exception {
    LossChoice.Asked reconciler = Objects.requireNonNull(definition.onLost().reconciler());
    return Objects.requireNonNull(reconciler.reconcile(attempt), "it answered null");
  }

  /** The transition when the reconciler says that it can't be found out. */
  public static Transition unknown(Task task, String reason) {
    return HolderRules.undecidable(
        task, "It can't be found out whether its effect happened before it was lost: " + reason);
  }

  /**
   * The transition when the reconciler threw.
   *
   * @param failed that of a handler that threw the same
   */
  public static Transition unanswered(Task task, Transition failed) {
    String text = "It could not be found out whether its effect happened: " + failed.error();
    if (!(failed.change() instanceof Change.Move later) || failed.rule() == Rule.STOP_IN_ERROR) {
      return HolderRules.unanswered(task, text);
    }
    When at = later.placement().runAt();
    Duration delay = at instanceof When.In in ? in.delay() : Duration.ZERO;
    return HolderRules.askAgain(task, delay, text);
  }

  /** Whether an attempt that a shutdown cut off is resumed: a shutdown is no worse than a crash. */
  public static boolean maySimplyBeResumed(Task task, Definition definition) {
    LossChoice onLost = definition.onLost();
    boolean unmarked = task.position().lastOutcome() != LastOutcome.IN_DOUBT;
    return onLost.isResume() || (onLost.isOnlyIfMarked() && unmarked);
  }

  /**
   * The task of a handler that was interrupted, which can't be taken at its word that it did
   * nothing.
   */
  public static Task cutOff(Task task, Definition definition) {
    LossChoice onLost = definition.onLost();
    boolean asks = onLost.reconciler() != null && !onLost.isOnlyIfMarked();
    return asks ? task.at(task.position().inDoubt()) : task;
  }
}
