package dev.baton.engine.operate;

import dev.baton.engine.cluster.GiveBackHistory;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a task waits after nodes have given it back because they can't run it. This class
 * only computes, and does no I/O.
 */
final class GivenBackReason {
  private final Task task;
  private final GiveBackHistory given;
  private final Duration grace;
  private final Instant now;

  GivenBackReason(Task task, List<PastAttempt> history, Duration grace, Instant now) {
    this.task = task;
    this.given = new GiveBackHistory(task, history);
    this.grace = grace;
    this.now = now;
  }

  /** Returns the reason; empty if no node has given the task back. */
  Optional<WaitReason> among(List<Member> members) {
    Instant since = given.since();
    if (since == null) {
      return Optional.empty();
    }
    List<Member> mayKnow = members.stream().filter(this::mayKnow).toList();
    List<Member> by =
        members.stream().filter(one -> given.since(one.node().card().id()) != null).toList();
    return Optional.of(
        new WaitReason.GivenBack(
            since, Explainer.names(by), Explainer.names(mayKnow), errorAt(by, mayKnow)));
  }

  private boolean mayKnow(Member member) {
    NodeInfo node = member.node();
    return node.heardAt().plus(grace).isAfter(now)
        && !given.mayKnow(task.spec(), List.of(node)).isEmpty();
  }

  /**
   * Returns the time at which the task will be stopped in ERROR. Returns null while a live node may
   * be able to run the task and hasn't tried it yet.
   */
  private @Nullable Instant errorAt(List<Member> by, List<Member> mayKnow) {
    if (mayKnow.stream().anyMatch(GivenBackReason::isLive)) {
      return null;
    }
    Instant forgotten =
        mayKnow.stream()
            .map(one -> one.node().heardAt())
            .max(Instant::compareTo)
            .orElse(Instant.MIN);
    // A node stops the task when a whole grace has passed since it first gave the task back. A node
    // that has ended stops no task.
    return by.stream()
        .filter(GivenBackReason::isLive)
        .map(one -> given.since(one.node().card().id()))
        .min(Instant::compareTo)
        .map(first -> (first.isAfter(forgotten) ? first : forgotten).plus(grace))
        .orElse(null);
  }

  private static boolean isLive(Member member) {
    return member.presence() == Presence.LIVE;
  }
}
