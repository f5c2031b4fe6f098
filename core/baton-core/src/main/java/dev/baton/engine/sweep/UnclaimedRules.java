package dev.baton.engine.sweep;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.cluster.Registry.TypeKnowledge;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Task;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;

/**
 * Decides what follows if no node has claimed a ready task since its last hint. A pure function.
 *
 * <p>A task that no node may run now is checked rarely, so that many such tasks cost almost
 * nothing. This check is only a safety net: a fetch finds the task as soon as it may run.
 */
final class UnclaimedRules {
  /**
   * Time between two checks of a paused task. No node claims it until an operator resumes it. Then
   * a fetch finds it.
   */
  static final Duration WHILE_PAUSED = Duration.ofHours(6);

  /**
   * Longest time between two checks of a task whose type no node knows. The next check usually
   * comes when the task has waited twice as long.
   */
  static final Duration WHILE_UNKNOWN = Duration.ofHours(1);

  private UnclaimedRules() {}

  /** Decides for a task whose flow is paused, even if no node knows its type. */
  static Transition paused(Task task, NodeSettings settings) {
    Duration expiry = settings.hintExpiry();
    return SweepRules.lookAgainAfter(
        task, expiry.compareTo(WHILE_PAUSED) > 0 ? expiry : WHILE_PAUSED);
  }

  /** Decides for any other task, depending on whether a node of the cluster knows its type. */
  static Transition standing(Task task, TypeKnowledge standing, NodeSettings settings) {
    if (!(standing instanceof TypeKnowledge.Unknown unknown)) {
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

  /**
   * Limits {@code wish} to this range. If {@code least} is greater than {@code most}, returns at
   * least {@code least}.
   */
  private static Duration between(Duration least, Duration wish, Duration most) {
    Duration bounded = wish.compareTo(most) > 0 ? most : wish;
    return bounded.compareTo(least) < 0 ? least : bounded;
  }
}
