package dev.baton.operate.event;

import dev.baton.cluster.BucketOptions;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.Stuck;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Something that happened on this node, for meters, logs and operators. */
public sealed interface NodeEvent extends TaskEvent {

  /** An add met a task with the same id or unique key. */
  record Duplicate(UUID existingId, Flow flow) implements NodeEvent {}

  /** An add met a task with its id or key and changed it, in a transaction that is still open. */
  record Resubmitted(UUID taskId, Flow flow, Rule rule) implements NodeEvent {}

  /** Claimed by this node. */
  record Claimed(UUID taskId, Flow flow, Duration sinceReady, String bucket) implements NodeEvent {
    /** In the default bucket. */
    public Claimed(UUID taskId, Flow flow, Duration sinceReady) {
      this(taskId, flow, sinceReady, BucketOptions.DEFAULT);
    }
  }

  /** Another node or an operator claimed, changed or finished a candidate first. */
  record ClaimMissed(UUID taskId, Flow flow) implements NodeEvent {}

  /**
   * A task that this node holds wasn't started: it found no slot in time, its lease was about to
   * end, or its bucket or node stops. Given back, durably; no attempt is counted.
   */
  record LocalDispatchReleased(UUID taskId, Flow flow, String reason) implements NodeEvent {}

  /** This node wrote under a lease that is no longer its own; the write did nothing. */
  record LeaseLost(UUID taskId, Flow flow, String during) implements NodeEvent {}

  /** A row carried this node's id though it held no such task: given back. */
  record OrphanReleased(UUID taskId) implements NodeEvent {}

  /** The sweeper moved an overdue task. */
  record Swept(UUID taskId, Flow flow, Rule rule, String bucket) implements NodeEvent {
    /** In the default bucket. */
    public Swept(UUID taskId, Flow flow, Rule rule) {
      this(taskId, flow, rule, BucketOptions.DEFAULT);
    }
  }

  /** The row of a task can't be read: it was stopped in ERROR, where a person can correct it. */
  record Unreadable(UUID taskId, Flow flow, String bucket, String reason) implements NodeEvent {}

  /** Waiting tasks became due. */
  record Due(int count) implements NodeEvent {}

  /** A flow was refused a slot. */
  record Refused(Flow flow, int priority, String reason) implements NodeEvent {}

  /** A candidate was dropped because the look-ahead table is full; the database still has it. */
  record LookAheadFull(String bucket, Flow flow) implements NodeEvent {}

  /** An operator or caller moved a task. */
  record MovedByHand(UUID taskId, Flow flow, Rule rule) implements NodeEvent {}

  /** Finished rows were removed. */
  record Pruned(int count) implements NodeEvent {}

  /** The store failed; the loop of that name waits and tries again. */
  record StoreTrouble(String loop, String message) implements NodeEvent {}

  /** This node has taken notice that something is paused, or isn't any more. */
  record PauseChanged(Pause pause, boolean paused) implements NodeEvent {}

  /** This node has found, or finds no more, what weakens its database. */
  record StoreWarned(StoreWarning warning, boolean present) implements NodeEvent {}

  /** This node began or ceased to lead a duty. */
  record Leading(String duty, boolean leads) implements NodeEvent {}

  /**
   * Live tasks were counted: four times a minute, by one node of the cluster, where one of its
   * listeners {@linkplain TaskListener#wantsLiveCounts wants} it.
   */
  record LiveTasksCounted(LiveCounts counts, OldestReady oldestReady, Stuck stuck, Failing failing)
      implements NodeEvent {}

  /** A tick of a schedule has its task. */
  record Ticked(String schedule, Instant tick, UUID taskId) implements NodeEvent {}

  /** Ticks of a schedule, this one the latest, are left out as its policies say. */
  record TickSkipped(String schedule, Instant tick, String reason) implements NodeEvent {}

  /** A schedule can't tick, or its latest run needs a person. It is looked at again. */
  record ScheduleTrouble(String schedule, String message) implements NodeEvent {}

  /** A schedule has no further tick. */
  record ScheduleEnded(String schedule) implements NodeEvent {}
}
