package dev.baton.handler;

/**
 * The handler of a workflow calls other steps than an earlier run of the same task, because its
 * code has changed or doesn't depend on steps alone. The task stops in ERROR.
 */
public final class WorkflowChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WorkflowChangedException(String message) {
    super(message);
  }
}
