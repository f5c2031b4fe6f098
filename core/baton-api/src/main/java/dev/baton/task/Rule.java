package dev.baton.task;

import static dev.baton.task.Status.BLOCKED;
import static dev.baton.task.Status.CANCELLED;
import static dev.baton.task.Status.DONE;
import static dev.baton.task.Status.ERROR;
import static dev.baton.task.Status.FAILED;
import static dev.baton.task.Status.READY;
import static dev.baton.task.Status.RUNNING;
import static dev.baton.task.Status.WAITING;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The transitions that a task can make. The constructor of {@code Transition} refuses all others.
 */
public enum Rule {
  /** The task is added and is due later. */
  ADD_LATER("add, due later", none(), EnumSet.of(WAITING), true, false),
  /** The task is added and ready; a hint follows the commit. */
  ADD_NOW("add", none(), EnumSet.of(READY), true, false),
  /**
   * The task is added and claimed in the same insert, because the adding node expects to run it at
   * once.
   */
  ADD_CLAIMED("add, local dispatch", none(), EnumSet.of(RUNNING), true, false),
  /** The task is added BLOCKED: it waits for other tasks or for an operator. */
  ADD_BLOCKED("add, held", none(), EnumSet.of(BLOCKED), true, false),
  /** The task was waiting for a time, which has come. */
  DUE("due", EnumSet.of(WAITING), EnumSet.of(READY), true, true),
  /** A caller or an operator reschedules or holds the task. */
  RESCHEDULE(
      "rescheduled, held",
      EnumSet.of(WAITING, READY, BLOCKED, ERROR),
      EnumSet.of(WAITING, READY, BLOCKED),
      true,
      false),
  /**
   * The tasks that the task waited for have ended, or an operator releases it. A task that still
   * waits for others stays BLOCKED.
   */
  UNBLOCK("released", EnumSet.of(BLOCKED), EnumSet.of(BLOCKED, WAITING, READY), true, false),
  /**
   * A task that has not begun was submitted again: it gets another payload, and perhaps another
   * time.
   */
  RESUBMIT(
      "submitted again",
      EnumSet.of(WAITING, READY, BLOCKED),
      EnumSet.of(WAITING, READY, BLOCKED),
      true,
      false),
  /**
   * No node has claimed the task since its last hint: send another hint. Queued candidates stay
   * valid.
   */
  HINT_AGAIN("hint again", EnumSet.of(READY), EnumSet.of(READY), false, true),
  /** A node claims the task. */
  CLAIM("claim", EnumSet.of(READY), EnumSet.of(RUNNING), true, false),
  /** The node that has claimed the task renews its lease. */
  RENEW("renew", EnumSet.of(RUNNING), EnumSet.of(RUNNING), false, false),
  /**
   * The task continues in its next state at once, on the same node. The transition raises the
   * version, so that a write based on the older version fails, even if the response to this commit
   * was lost.
   */
  NEXT_STATE("next state", EnumSet.of(RUNNING), EnumSet.of(RUNNING), true, false),
  /** The running attempt saves a checkpoint. */
  CHECKPOINT("checkpoint", EnumSet.of(RUNNING), EnumSet.of(RUNNING), false, false),
  /** The running attempt is about to begin an irreversible action. */
  MARK("mark", EnumSet.of(RUNNING), EnumSet.of(RUNNING), false, false),
  /** A signal takes the task from the node that runs it and changes its state and data. */
  SIGNAL_RUNNING("signalled", EnumSet.of(RUNNING), EnumSet.of(READY, WAITING), true, false),
  /** A signal changes the state and data of a task that no node runs. */
  SIGNAL("signalled", EnumSet.of(WAITING, READY, ERROR), EnumSet.of(WAITING, READY), true, false),
  /** A signal changes the state and data of a held task, which stays BLOCKED. */
  SIGNAL_HELD("signalled", EnumSet.of(BLOCKED), EnumSet.of(BLOCKED), true, false),
  /**
   * The running attempt ends, and the task waits for a time, because it is retried, repeats or is
   * parked. A workflow that waits for its children is BLOCKED.
   */
  WAIT("retry, repeat, park", EnumSet.of(RUNNING), EnumSet.of(WAITING, BLOCKED), true, false),
  /** The node gives the task back before the handler has had any effect. No attempt is counted. */
  GIVE_BACK("given back", EnumSet.of(RUNNING), EnumSet.of(READY), true, false),
  /** The attempt failed, and the task runs again at once. */
  RETRY_NOW("retried at once", EnumSet.of(RUNNING), EnumSet.of(READY), true, false),
  /**
   * The task continues as soon as any node claims it, because its next state has no free slot on
   * this node, or because a signal that it awaited has come.
   */
  CONTINUE("continued on any node", EnumSet.of(RUNNING), EnumSet.of(READY), true, false),
  /** The node interrupted the handler, because it could not renew the lease in time. */
  INTERRUPT("interrupted, resumed", EnumSet.of(RUNNING), EnumSet.of(READY), true, false),
  /**
   * The node gives the task back, because it does not know something that the task needs, such as a
   * newer payload version. Other nodes may know it.
   */
  LEAVE_TO_OTHERS("left to other nodes", EnumSet.of(RUNNING), EnumSet.of(READY), true, false),
  /** The node that ran the task died and its lease has expired; another node may run the task. */
  LOST("lost, resumed", EnumSet.of(RUNNING), EnumSet.of(READY), true, true),
  /** The node that ran the task died, and a person must decide. */
  LOST_TO_ERROR("lost, stopped in ERROR", EnumSet.of(RUNNING), EnumSet.of(ERROR), true, true),
  /** The task succeeded. */
  FINISH("done", EnumSet.of(RUNNING), EnumSet.of(DONE), true, false),
  /** The handler ended the task as failed. */
  FAIL("failed", EnumSet.of(RUNNING), EnumSet.of(FAILED), true, false),
  /** The task's retries are used up, or no handler can run it. */
  STOP_IN_ERROR("retries used up", EnumSet.of(RUNNING), EnumSet.of(ERROR), true, false),
  /** No node has known the task's type during the grace period. */
  UNKNOWN_TYPE("unknown type", EnumSet.of(READY), EnumSet.of(ERROR), true, true),
  /** The task's row can't be read, because something other than Baton wrote it. */
  UNREADABLE("row unreadable", EnumSet.of(WAITING, READY, RUNNING), EnumSet.of(ERROR), true, false),
  /** An operator retries the task, now or later. */
  RETRY_BY_HAND("retried by hand", EnumSet.of(ERROR), EnumSet.of(READY, WAITING), true, false),
  /** An operator fails a task that is not running. */
  FAIL_BY_HAND(
      "failed by hand",
      EnumSet.of(BLOCKED, WAITING, READY, ERROR),
      EnumSet.of(FAILED),
      true,
      false),
  /** An operator or a caller cancels the task; a running handler is notified and interrupted. */
  CANCEL(
      "cancelled",
      EnumSet.of(BLOCKED, WAITING, READY, RUNNING, ERROR),
      EnumSet.of(CANCELLED),
      true,
      false),
  /** A finished task runs again. */
  RUN_AGAIN(
      "run again", EnumSet.of(DONE, FAILED, CANCELLED), EnumSet.of(READY, WAITING), true, false),
  /** The retention period of a finished task has ended. */
  PRUNE("retention over", EnumSet.of(DONE, FAILED, CANCELLED), none(), true, true);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // unmodifiable, though the type doesn't say so
  private final Set<Status> from;

  @SuppressWarnings("ImmutableEnumChecker") // as above
  private final Set<Status> to;

  private final boolean newVersion;
  private final boolean needsTimeIsUp;

  Rule(String label, Set<Status> from, Set<Status> to, boolean newVersion, boolean needsTimeIsUp) {
    this.label = label;
    this.from = Collections.unmodifiableSet(from);
    this.to = Collections.unmodifiableSet(to);
    this.newVersion = newVersion;
    this.needsTimeIsUp = needsTimeIsUp;
  }

  /** Returns the label in the state diagram. */
  public String label() {
    return label;
  }

  /** Returns the statuses before the transition; empty if the task did not exist. */
  public Set<Status> from() {
    return from;
  }

  /** Returns the statuses after the transition; empty if the task no longer exists. */
  public Set<Status> to() {
    return to;
  }

  /**
   * Returns whether the transition raises the version, which makes older candidates and claims
   * invalid.
   */
  public boolean newVersion() {
    return newVersion;
  }

  /** Returns whether the transition requires that the row's next event time has passed. */
  public boolean needsTimeIsUp() {
    return needsTimeIsUp;
  }

  /** Returns whether the transition may lead from one status to the other. */
  public boolean allows(Status before, Status after) {
    return from.contains(before) && to.contains(after);
  }

  /** Returns whether the task has finished after the transition. */
  public boolean ends() {
    return !to.isEmpty() && to.stream().allMatch(Status::isFinished);
  }

  private static Set<Status> none() {
    return EnumSet.noneOf(Status.class);
  }
}
