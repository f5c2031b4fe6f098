package dev.baton.engine.sweep;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.cluster.Registry.Standing;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.Texts;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;

/**
 * Decides what happens to a ready task that no node has claimed since its last hint. Pure.
 *
 * <p>A task that no node may run now is checked rarely, so that a backlog of such tasks costs
 * almost nothing. This check is only the second safety net: a fetch finds the task when it may run.
 */
final class UnclaimedRules {
  /**
   * Time between checks of a paused task. It can't be claimed until an operator resumes it, and a
   * fetch finds it then.
   */
  static final Duration WHILE_PAUSED = Duration.ofHours(6);

  /**
   * Longest time between checks of a task whose type no node knows. Usually the next check comes
   * when the task has waited twice as long.
   */
  static final Duration WHILE_UNKNOWN = Duration.ofHours(1);

  private UnclaimedRules() {}

  /** Decides for a task whose flow is paused, whether or not a node knows its type. */
  static Transition paused(Task task, NodeSettings settings) {
    Duration expiry = settings.hintExpiry();
    return SweepRules.lookAgainAfter(
        task, expiry.compareTo(WHILE_PAUSED) > 0 ? expiry : WHILE_PAUSED);
  }

  /** Decides by whether the nodes of the cluster know the task's type. */
  static Transition standing(Task task, Standing standing, NodeSettings settings) {
    if (!(standing instanceof Standing.Unknown unknown)) {
      return SweepRules.hintAgain(task, settings.hintExpiry());
    }
    Duration grace = settings.unknownTypeGrace();
    Duration waited = waited(task, unknown.storeNow());
    Duration left = grace.minus(waited);
    if (left.isNegative() || left.isZero()) {
      return unknown.watched()
          ? SweepRules.unknownType(task, error(task, grace))
          : SweepRules.lookAgainAfter(
              task, between(settings.hintExpiry(), grace.dividedBy(4), WHILE_UNKNOWN));
    }
    Duration most = left.compareTo(WHILE_UNKNOWN) < 0 ? left : WHILE_UNKNOWN;
    return SweepRules.lookAgainAfter(task, between(settings.hintExpiry(), waited, most));
  }

  private static String error(Task task, Duration grace) {
    return "No node of the cluster has known the type "
        + task.spec().type()
        + " for "
        + Texts.duration(grace)
        + ", so no node can run this task. Start a node that defines the type, then retry the task."
        + " Or cancel it if the type is no longer needed";
  }

  private static Duration waited(Task task, Instant now) {
    Instant ready = task.readySince();
    return ready.isBefore(now) ? Duration.between(ready, now) : Duration.ZERO;
  }

  /** Limits the wish to this range. If {@code least} exceeds {@code most}, {@code least} wins. */
  private static Duration between(Duration least, Duration wish, Duration most) {
    Duration bounded = wish.compareTo(most) > 0 ? most : wish;
    return bounded.compareTo(least) < 0 ? least : bounded;
  }
}
