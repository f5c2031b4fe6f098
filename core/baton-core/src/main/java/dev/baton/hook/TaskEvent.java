package dev.baton.hook;

import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.Pause;
import dev.baton.cluster.StoreWarning;
import dev.baton.operate.statistics.Failing;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.OldestReady;
import dev.baton.operate.statistics.Stuck;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that happened on this node. Metrics, logs and tests live from these. */
public sealed interface TaskEvent {

  /** Inserted in a transaction that is still open. */
  record Added(UUID taskId, Flow flow, int priority, boolean claimedByInsert, String bucket)
      implements TaskEvent {
    /** In the default bucket. */
    public Added(UUID taskId, Flow flow, int priority, boolean claimedByInsert) {
      this(taskId, flow, priority, claimedByInsert, BucketOptions.DEFAULT);
    }
  }

  /** An add met a task with the same id or unique key. */
  record Duplicate(UUID existingId, Flow flow) implements TaskEvent {}

  /** An add met a task with its id or key and changed it, in a transaction that is still open. */
  record Resubmitted(UUID taskId, Flow flow, Rule rule) implements TaskEvent {}

  /** Claimed by this node. */
  record Claimed(UUID taskId, Flow flow, Duration sinceReady, String bucket) implements TaskEvent {
    /** In the default bucket. */
    public Claimed(UUID taskId, Flow flow, Duration sinceReady) {
      this(taskId, flow, sinceReady, BucketOptions.DEFAULT);
    }
  }

  /** Another node or an operator claimed, changed or finished a candidate first. */
  record ClaimMissed(UUID taskId, Flow flow) implements TaskEvent {}

  /**
   * A task that this node holds wasn't started: it found no slot in time, its lease was about to
   * end, or its bucket or node stops. Given back, durably; no attempt is counted.
   */
  record LocalDispatchReleased(UUID taskId, Flow flow, String reason) implements TaskEvent {}

  /**
   * The handler is about to run.
   *
   * @param sinceDue since the task was to run, by a guess at the store's clock
   * @param sinceAdded since it was added, where it was to run at once and nothing has come between;
   *     null for every other start
   */
  record Started(
      UUID taskId,
      Flow flow,
      int attempt,
      boolean dispatchedLocally,
      String bucket,
      Duration sinceDue,
      @Nullable Duration sinceAdded)
      implements TaskEvent {
    /** As soon as it was to run. */
    public Started(UUID taskId, Flow flow, int attempt, boolean dispatchedLocally, String bucket) {
      this(taskId, flow, attempt, dispatchedLocally, bucket, Duration.ZERO, null);
    }

    /** In the default bucket, as soon as it was to run. */
    public Started(UUID taskId, Flow flow, int attempt, boolean dispatchedLocally) {
      this(taskId, flow, attempt, dispatchedLocally, BucketOptions.DEFAULT);
    }
  }

  /** The handler's end was made durable by this transition. */
  record Completed(
      UUID taskId, Flow flow, Rule rule, Duration running, @Nullable String error, String bucket)
      implements TaskEvent {
    /** In the default bucket. */
    public Completed(UUID taskId, Flow flow, Rule rule, Duration running, @Nullable String error) {
      this(taskId, flow, rule, running, error, BucketOptions.DEFAULT);
    }
  }

  /** This node wrote under a lease that is no longer its own; the write did nothing. */
  record LeaseLost(UUID taskId, Flow flow, String during) implements TaskEvent {}

  /** A row carried this node's id though it held no such task: given back. */
  record OrphanReleased(UUID taskId) implements TaskEvent {}

  /** The sweeper moved an overdue task. */
  record Swept(UUID taskId, Flow flow, Rule rule, String bucket) implements TaskEvent {
    /** In the default bucket. */
    public Swept(UUID taskId, Flow flow, Rule rule) {
      this(taskId, flow, rule, BucketOptions.DEFAULT);
    }
  }

  /** The row of a task can't be read: it was stopped in ERROR, where a person can correct it. */
  record Unreadable(UUID taskId, Flow flow, String bucket, String reason) implements TaskEvent {}

  /** Waiting tasks became due. */
  record Due(int count) implements TaskEvent {}

  /** A flow was refused a slot. */
  record Refused(Flow flow, int priority, String reason) implements TaskEvent {}

  /** A candidate was dropped because the look-ahead table is full; the database still has it. */
  record LookAheadFull(String bucket, Flow flow) implements TaskEvent {}

  /** An attempt overran its deadline and was interrupted. */
  record DeadlineExceeded(UUID taskId, Flow flow) implements TaskEvent {}

  /** An operator or caller moved a task. */
  record MovedByHand(UUID taskId, Flow flow, Rule rule) implements TaskEvent {}

  /** Finished rows were removed. */
  record Pruned(int count) implements TaskEvent {}

  /** The store failed; the loop of that name waits and tries again. */
  record StoreTrouble(String loop, String message) implements TaskEvent {}

  /** This node has taken notice that something is paused, or isn't any more. */
  record PauseChanged(Pause pause, boolean paused) implements TaskEvent {}

  /** This node has found, or finds no more, what weakens its database. */
  record StoreWarned(StoreWarning warning, boolean present) implements TaskEvent {}

  /** This node began or ceased to lead a duty. */
  record Leading(String duty, boolean leads) implements TaskEvent {}

  /**
   * Live tasks were counted: four times a minute, by one node of the cluster, where one of its
   * listeners {@linkplain TaskListener#wantsLiveCounts wants} it.
   */
  record LiveTasksCounted(LiveCounts counts, OldestReady oldestReady, Stuck stuck, Failing failing)
      implements TaskEvent {}

  /** A tick of a schedule has its task. */
  record Ticked(String schedule, Instant tick, UUID taskId) implements TaskEvent {}

  /** Ticks of a schedule, this one the latest, are left out as its policies say. */
  record TickSkipped(String schedule, Instant tick, String reason) implements TaskEvent {}

  /** A schedule can't tick, or its latest run needs a person. It is looked at again. */
  record ScheduleTrouble(String schedule, String message) implements TaskEvent {}

  /** A schedule has no further tick. */
  record ScheduleEnded(String schedule) implements TaskEvent {}
}
