package dev.baton.engine.operate;

import dev.baton.cluster.NodeRole;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.Buckets;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.engine.dispatch.slot.StateSlots;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.FairTurns;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * The knowledge of this node: the other nodes, the pauses, and its own slots. The {@link Explainer}
 * uses it. Thread-safe.
 */
public final class NodeView {
  private final NodeContext node;
  private final Cluster cluster;
  private final boolean isAlone;
  private final Slots slots;
  private final Buckets buckets;
  private final StateSlots stateSlots;

  public NodeView(
      NodeContext node, Cluster cluster, Slots slots, StateSlots stateSlots, Buckets buckets) {
    this.node = node;
    this.cluster = cluster;
    this.isAlone = node.stores().cluster() == null;
    this.slots = slots;
    this.buckets = buckets;
    this.stateSlots = stateSlots;
  }

  /** Returns whether this node has a cluster store and can list other nodes. */
  boolean seesOthers() {
    return !isAlone;
  }

  /** Returns all nodes that had a heartbeat within a day. */
  List<Member> members() {
    return isAlone ? List.of() : cluster.nodes();
  }

  /** Returns the nodes that run tasks now. */
  static List<Member> servers(List<Member> members) {
    return members.stream()
        .filter(member -> member.presence() == Presence.LIVE)
        .filter(member -> member.node().card().role() == NodeRole.SERVER)
        .toList();
  }

  /** Returns the pauses that apply to the task. */
  List<Paused> pauses(TaskSpec spec) {
    return isAlone
        ? List.of()
        : cluster.pauses().stream()
            .filter(paused -> paused.pause().matches(spec.bucket(), spec.type(), spec.key()))
            .toList();
  }

  /** Returns whether this node has a definition of this type. */
  boolean knows(String type) {
    return node.definitions().find(type) != null;
  }

  /**
   * Returns the permits that a claim of the task needs; none if this node doesn't define the type.
   */
  List<Permit> permits(Candidate candidate) {
    Definition definition = node.definitions().find(candidate.flow().type());
    return definition == null
        ? List.of()
        : LimitPolicies.permits(definition.limitPolicy(), candidate);
  }

  /**
   * Returns why this node would refuse the task a slot now. Returns empty if the node would grant a
   * slot, or doesn't run such tasks.
   */
  Optional<String> refusal(Candidate candidate) {
    Definition definition = node.definitions().find(candidate.flow().type());
    return definition == null || !starts(candidate)
        ? Optional.empty()
        : slots.refusal(candidate, definition);
  }

  /** Returns whether this node runs such tasks. */
  boolean starts(Candidate candidate) {
    return knows(candidate.flow().type()) && buckets.isRunning(candidate.bucket());
  }

  /**
   * If this node runs such tasks, returns the store warnings that keep it from starting any task.
   */
  List<StoreWarning> stops(Candidate candidate) {
    return starts(candidate)
        ? cluster.storeWarnings().stream().filter(one -> one.kind().stopsStarts()).toList()
        : List.of();
  }

  /**
   * Returns the turn of the task's key; empty if the keys don't take turns or the key doesn't wait
   * here.
   */
  Optional<WaitReason.Turn> turn(Candidate candidate) {
    FairTurns turns = node.definitions().turnsOf(candidate.bucket(), candidate.flow().type());
    FairTurns.TurnPlace place = turns == null ? null : turns.placeOf(candidate.flow());
    return place == null
        ? Optional.empty()
        : Optional.of(new WaitReason.Turn(place.turn(), place.flows()));
  }

  /**
   * Returns how many tasks are before this one in the queue for a slot of its state; empty if the
   * task isn't in a queue.
   */
  OptionalInt aheadInLine(UUID task) {
    return stateSlots.ahead(task);
  }
}
