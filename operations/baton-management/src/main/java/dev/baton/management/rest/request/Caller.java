package dev.baton.management.rest.request;

import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.operate.TaskInfo;

/** The user who sent a request, and their rights. */
public record Caller(Principal principal, AccessPolicy policy) {

  public boolean may(Right right, Subject task) {
    return policy.allows(principal, right, task);
  }

  public boolean may(Right right, TaskInfo task) {
    return may(right, Subject.task(task));
  }

  /** Returns whether the caller may do this with every task of the scope. */
  public boolean mayAll(Right right, Scope scope) {
    return policy.allowsAll(principal, right, scope);
  }

  /** Returns whether the caller may see all tasks of this type and bucket. */
  public boolean sees(String type, String bucket) {
    return mayAll(Right.VIEW, Scope.of(type, bucket));
  }

  /** Returns whether the caller may see all tasks. */
  public boolean seesEverything() {
    return mayAll(Right.VIEW, Scope.everyTask());
  }

  /** Returns whether the caller may do this with at least one task. */
  public boolean maySome(Right right) {
    return policy.allowsSome(principal, right);
  }

  /** Refuses a caller who may do this with no task at all. */
  public void require(Right right) {
    if (!maySome(right)) {
      throw HttpProblem.forbidden(right);
    }
  }

  public void requireAll(Right right, Scope scope) {
    require(right);
    if (!mayAll(right, scope)) {
      throw HttpProblem.forbiddenForAll(right, scope);
    }
  }

  /**
   * Refuses a caller who may not do this with the task. A caller who may not even see the task gets
   * the same response as for a missing task.
   *
   * @param absent the response for a missing task
   */
  public void require(Right right, Subject task, HttpProblem absent) {
    if (!may(right, task)) {
      throw may(Right.VIEW, task) ? HttpProblem.forbidden(right) : absent;
    }
  }
}
