package dev.baton.operate.event;

import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.Stuck;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** An event on this node. Metrics, logs and tests are built on these events. */
public sealed interface NodeEvent extends TaskEvent {

  /** An add found a task with the same id or unique key. */
  record Duplicate(UUID existingId, Flow flow) implements NodeEvent {}

  /**
   * An add found a task with the same id or key and changed it, in a transaction that may still be
   * open.
   */
  record Resubmitted(UUID taskId, Flow flow, Rule rule) implements NodeEvent {}

  /** This node claimed a task. */
  record Claimed(UUID taskId, Flow flow, Duration sinceReady, String bucket) implements NodeEvent {}

  /** Another node or an operator claimed, changed or finished a candidate first. */
  record ClaimMissed(UUID taskId, Flow flow) implements NodeEvent {}

  /**
   * This node released a task that it had claimed but not started: no slot became free in time, the
   * lease was about to end, or the bucket or the node stops. The release is written to the
   * database, and no attempt is counted.
   */
  record LocalDispatchReleased(UUID taskId, Flow flow, String reason) implements NodeEvent {}

  /** This node wrote to a task whose lease it has lost; the write had no effect. */
  record LeaseLost(UUID taskId, Flow flow, String during) implements NodeEvent {}

  /** This node released a task whose row named a claim of this node that the node didn't know. */
  record OrphanReleased(UUID taskId) implements NodeEvent {}

  /** The sweeper moved an overdue task. */
  record Swept(UUID taskId, Flow flow, Rule rule, String bucket) implements NodeEvent {}

  /**
   * The row of a task can't be read. Baton stopped the task in ERROR, so that an operator can
   * correct the row.
   */
  record Unreadable(UUID taskId, Flow flow, String bucket, String reason) implements NodeEvent {}

  /** The sweeper made waiting tasks ready, because they were due. */
  record Due(int count) implements NodeEvent {}

  /** A limit refused a slot to a flow. */
  record Refused(Flow flow, int priority, String reason) implements NodeEvent {}

  /**
   * A candidate was dropped because the look-ahead table is full. The task is still in the
   * database.
   */
  record LookAheadFull(String bucket, Flow flow) implements NodeEvent {}

  /** An operator or a caller moved a task. */
  record MovedByHand(UUID taskId, Flow flow, Rule rule) implements NodeEvent {}

  /** Finished rows were removed. */
  record Pruned(int count) implements NodeEvent {}

  /** A call of the store failed. The background loop with this name waits and tries again. */
  record StoreTrouble(String loop, String message) implements NodeEvent {}

  /** This node has learned that a pause has started or ended. */
  record PauseChanged(Pause pause, boolean paused) implements NodeEvent {}

  /** A fault of this node's database has appeared or disappeared. */
  record StoreWarned(StoreWarning warning, boolean present) implements NodeEvent {}

  /** This node became the leader of a duty, such as sweeping, or stopped being its leader. */
  record Leading(String duty, boolean leads) implements NodeEvent {}

  /**
   * Live tasks were counted. One node of the cluster counts them four times a minute, if one of its
   * listeners {@linkplain TaskListener#wantsLiveCounts wants} this event.
   */
  record LiveTasksCounted(LiveCounts counts, OldestReady oldestReady, Stuck stuck, Failing failing)
      implements NodeEvent {}

  /**
   * Limits, silent nodes, pauses and schedules of the cluster were counted, together with the
   * {@linkplain LiveTasksCounted live tasks}.
   *
   * @param silentNodes number of silent nodes that no live node of their name has replaced
   * @param oldestPause age of the oldest pause; zero if nothing is paused
   * @param schedules number of schedules that need attention, by kind
   */
  record ClusterSurveyed(
      LimitsInUse limits,
      int silentNodes,
      Duration oldestPause,
      Map<ScheduleTroubles.Kind, Long> schedules)
      implements NodeEvent {}

  /** A task was added for a tick of a schedule. */
  record Ticked(String schedule, Instant tick, UUID taskId) implements NodeEvent {}

  /**
   * All ticks of a schedule up to this one were skipped, because of its {@code missed} or {@code
   * overlap} policy.
   */
  record TickSkipped(String schedule, Instant tick, String reason) implements NodeEvent {}

  /**
   * A schedule can't tick, or an operator has to act on its latest run. Baton checks the schedule
   * again later.
   */
  record ScheduleTrouble(String schedule, String message) implements NodeEvent {}

  /** A schedule has ended: it has no further tick. */
  record ScheduleEnded(String schedule) implements NodeEvent {}
}
