package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.rest.request.Call;
import dev.baton.operate.Operations;
import dev.baton.task.Status;

/** What can be done with one task. */
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

  /** As it stands in paths and bodies. */
  String path() {
    return path;
  }

  /** What it takes. */
  Right right() {
    return right;
  }

  /** Returns whether it says its reason about the change itself. */
  boolean takesReason() {
    return this == FAIL || this == CANCEL;
  }

  /** Returns operations in the name of who asks; they give no reason if the change does. */
  Operations operations(Call call) {
    return takesReason() ? call.operationsWithoutReason() : call.operations();
  }

  /** Whether it may do something there; the task itself has the last word. */
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
