package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.operate.Operations;
import dev.baton.task.Status;

/** A change that an operator can make to one task. */
enum TaskAction {
  RETRY("retry", Right.RETRY),
  FAIL("fail", Right.CANCEL),
  RESCHEDULE("reschedule", Right.EDIT),
  HOLD("hold", Right.EDIT),
  RELEASE("release", Right.EDIT),
  CANCEL("cancel", Right.CANCEL),
  PRIORITIZE("prioritize", Right.EDIT),
  EDIT_PAYLOAD("edit-payload", Right.EDIT),
  RUN_AGAIN("run-again", Right.RETRY);

  private final String path;
  private final Right right;

  TaskAction(String path, Right right) {
    this.path = path;
    this.right = right;
  }

  /** Returns the name in paths and bodies. */
  String path() {
    return path;
  }

  /** Returns the right that the change needs. */
  Right right() {
    return right;
  }

  /** Returns whether the change itself takes a reason. */
  boolean takesReason() {
    return this == FAIL || this == CANCEL;
  }

  /**
   * Returns operations in the caller's name. They have no reason if the change itself takes one.
   */
  Operations operations(Call call) {
    return takesReason() ? call.operationsWithoutReason() : call.operations();
  }

  /** Returns whether the change is possible in this status. The store makes the final check. */
  boolean startsFrom(Status status) {
    return switch (this) {
      case RETRY -> status == Status.ERROR;
      case RELEASE -> status == Status.BLOCKED;
      case CANCEL -> !status.isFinished();
      case RUN_AGAIN -> status.isFinished();
      case FAIL, RESCHEDULE, HOLD, PRIORITIZE, EDIT_PAYLOAD ->
          !status.isFinished() && status != Status.RUNNING;
    };
  }
}
