package dev.baton.handler;

/**
 * The handler of a workflow calls other steps than an earlier run of the same task. Either its code
 * has changed, or it reads a value that differs between runs, such as the time, outside a step. The
 * task stops in ERROR.
 */
public final class WorkflowChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WorkflowChangedException(String message) {
    super(message);
  }
}
