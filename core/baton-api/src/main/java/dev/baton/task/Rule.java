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
 * All moves a task can make. There are no others: a {@code Transition} refuses to be built for a
 * move that isn't here.
 */
public enum Rule {
  /** Added, due later. */
  ADD_LATER("add, due later", none(), EnumSet.of(WAITING), true, false),
  /** Added, ready; a hint follows the commit. */
  ADD_NOW("add", none(), EnumSet.of(READY), true, false),
  /** Claimed by its insert: this node expects to run it at once. */
  ADD_CLAIMED("add, local dispatch", none(), EnumSet.of(RUNNING), true, false),
  /** Added held: it waits for other tasks or for an operator. */
  ADD_BLOCKED("add, held", none(), EnumSet.of(BLOCKED), true, false),
  /** A waiting task's time has come. */
  DUE("due", EnumSet.of(WAITING), EnumSet.of(READY), true, true),
  /** Rescheduled or held by a caller or an operator. */
  RESCHEDULE(
      "rescheduled, held",
      EnumSet.of(WAITING, READY, BLOCKED, ERROR),
      EnumSet.of(WAITING, READY, BLOCKED),
      true,
      false),
  /**
   * The tasks it waited for have ended, or an operator releases it. A task that still waits for
   * others then stays BLOCKED.
   */
  UNBLOCK("released", EnumSet.of(BLOCKED), EnumSet.of(BLOCKED, WAITING, READY), true, false),
  /** Not begun yet, it was submitted again: it has another payload, and perhaps another time. */
  RESUBMIT(
      "submitted again",
      EnumSet.of(WAITING, READY, BLOCKED),
      EnumSet.of(WAITING, READY, BLOCKED),
      true,
      false),
  /** No node has claimed it since its last hint: hint again; queued candidates stay valid. */
  HINT_AGAIN("hint again", EnumSet.of(READY), EnumSet.of(READY), false, true),
  /** A node takes it. */
  CLAIM("claim", EnumSet.of(READY), EnumSet.of(RUNNING), true, false),
  /** Its holder keeps it. */
  RENEW("renew", EnumSet.of(RUNNING), EnumSet.of(RUNNING), false, false),
  /**
   * Its holder goes on to the next state at once. The version is raised: a step whose commit has no
   * answer yet must not be undone by what was decided before it.
   */
  NEXT_STATE("next state", EnumSet.of(RUNNING), EnumSet.of(RUNNING), true, false),
  /** Its holder keeps data midway. */
  CHECKPOINT("checkpoint", EnumSet.of(RUNNING), EnumSet.of(RUNNING), false, false),
  /** Its holder is about to do what can't be taken back. */
  MARK("mark", EnumSet.of(RUNNING), EnumSet.of(RUNNING), false, false),
  /** A signal takes it from its holder and changes its state and data. */
  SIGNAL_RUNNING("signalled", EnumSet.of(RUNNING), EnumSet.of(READY, WAITING), true, false),
  /** A signal changes the state and data of a task that no node holds. */
  SIGNAL("signalled", EnumSet.of(WAITING, READY, ERROR), EnumSet.of(WAITING, READY), true, false),
  /** A signal changes the state and data of a held task, which stays BLOCKED. */
  SIGNAL_HELD("signalled", EnumSet.of(BLOCKED), EnumSet.of(BLOCKED), true, false),
  /** Its holder sets it aside until a time: a retry, a repetition, a wait for the world. */
  WAIT("retry, repeat, park", EnumSet.of(RUNNING), EnumSet.of(WAITING), true, false),
  /** Its holder gives it back unstarted, or wants it run again at once. */
  GIVE_BACK("given back, again at once", EnumSet.of(RUNNING), EnumSet.of(READY), true, false),
  /** Its holder can't run it, because of what this node doesn't know: other nodes may. */
  LEAVE_TO_OTHERS("left to other nodes", EnumSet.of(RUNNING), EnumSet.of(READY), true, false),
  /** Its holder died; the lease is over and another may run it. */
  LOST("lost, resumed", EnumSet.of(RUNNING), EnumSet.of(READY), true, true),
  /** Its holder died, and a person must decide. */
  LOST_TO_ERROR("lost, stopped in ERROR", EnumSet.of(RUNNING), EnumSet.of(ERROR), true, true),
  /** It went well. */
  FINISH("done", EnumSet.of(RUNNING), EnumSet.of(DONE), true, false),
  /** Its handler said that it failed. */
  FAIL("failed", EnumSet.of(RUNNING), EnumSet.of(FAILED), true, false),
  /** Its retries are used up, or it can't be handled at all. */
  STOP_IN_ERROR("retries used up", EnumSet.of(RUNNING), EnumSet.of(ERROR), true, false),
  /** No node has known its type for the grace. */
  UNKNOWN_TYPE("unknown type", EnumSet.of(READY), EnumSet.of(ERROR), true, true),
  /** Its row was written by something other than Baton and can't be read. */
  UNREADABLE("row unreadable", EnumSet.of(WAITING, READY, RUNNING), EnumSet.of(ERROR), true, false),
  /** An operator retries it, now or later. */
  RETRY_BY_HAND("retried by hand", EnumSet.of(ERROR), EnumSet.of(READY, WAITING), true, false),
  /** An operator fails a task that doesn't run. */
  FAIL_BY_HAND(
      "failed by hand",
      EnumSet.of(BLOCKED, WAITING, READY, ERROR),
      EnumSet.of(FAILED),
      true,
      false),
  /** Called off by an operator or a caller; a running handler is told and interrupted. */
  CANCEL(
      "cancelled",
      EnumSet.of(BLOCKED, WAITING, READY, RUNNING, ERROR),
      EnumSet.of(CANCELLED),
      true,
      false),
  /** A finished task is run again. */
  RUN_AGAIN(
      "run again", EnumSet.of(DONE, FAILED, CANCELLED), EnumSet.of(READY, WAITING), true, false),
  /** Its retention is over. */
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

  /** The words of the state diagram. */
  public String label() {
    return label;
  }

  /** Where a task may stand before; empty when it didn't exist. */
  public Set<Status> from() {
    return from;
  }

  /** Where a task may stand after; empty when it is gone. */
  public Set<Status> to() {
    return to;
  }

  /** Whether the move makes older candidates and fences invalid. */
  public boolean newVersion() {
    return newVersion;
  }

  /** Whether the move must insist that the row's next event time has passed. */
  public boolean needsTimeIsUp() {
    return needsTimeIsUp;
  }

  /** Whether the move may lead from one status to the other. */
  public boolean allows(Status before, Status after) {
    return from.contains(before) && to.contains(after);
  }

  /** Whether the task's life is over when it is made. */
  public boolean ends() {
    return !to.isEmpty() && to.stream().allMatch(Status::isFinished);
  }

  private static Set<Status> none() {
    return EnumSet.noneOf(Status.class);
  }
}
