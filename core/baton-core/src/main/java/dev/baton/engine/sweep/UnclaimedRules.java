package dev.baton.engine.sweep;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.cluster.Registry.Standing;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;

/**
 * Decides what happens to a ready task that no node has claimed since its last hint. Pure.
 *
 * <p>A task that no node may run now is looked at seldom, so that a backlog of such tasks costs
 * next to nothing: this is only the second net, and fetches find it when it may run.
 */
final class UnclaimedRules {
  /** A paused task: it can't be claimed until an operator resumes it, and then a fetch finds it. */
  static final Duration WHILE_PAUSED = Duration.ofHours(6);

  /** One of a type that no node knows: after twice the time it has waited, this at the most. */
  static final Duration WHILE_UNKNOWN = Duration.ofHours(1);

  private UnclaimedRules() {}

  /** Its flow is paused, whether or not a node knows its type. */
  static Transition paused(Task task, NodeSettings settings) {
    Duration expiry = settings.hintExpiry();
    return SweepRules.lookAgainAfter(
        task, expiry.compareTo(WHILE_PAUSED) > 0 ? expiry : WHILE_PAUSED);
  }

  /** As its type stands with the nodes of the cluster. */
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
        + grace
        + ", so no node can run this task. Start a node that defines the type, then retry the task;"
        + " or cancel it when the type is no longer wanted";
  }

  private static Duration waited(Task task, Instant now) {
    Instant ready = task.readySince();
    return ready.isBefore(now) ? Duration.between(ready, now) : Duration.ZERO;
  }

  /** The least wins where the two ends cross. */
  private static Duration between(Duration least, Duration wish, Duration most) {
    Duration bounded = wish.compareTo(most) > 0 ? most : wish;
    return bounded.compareTo(least) < 0 ? least : bounded;
  }
}
