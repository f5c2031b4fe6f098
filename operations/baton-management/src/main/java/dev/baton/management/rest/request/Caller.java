package dev.baton.management.rest.request;

import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.operate.TaskInfo;

/** Who asks, and what they may do. */
public record Caller(Principal principal, AccessPolicy policy) {

  public boolean may(Right right, Subject task) {
    return policy.allows(principal, right, task);
  }

  public boolean may(Right right, TaskInfo task) {
    return may(right, Subject.task(task));
  }

  /** Whether they may do this with every task of the scope. */
  public boolean mayAll(Right right, Scope scope) {
    return policy.allowsAll(principal, right, scope);
  }

  /** Whether they may see all that goes on in this type and bucket. */
  public boolean sees(String type, String bucket) {
    return mayAll(Right.VIEW, Scope.of(type, bucket));
  }

  /** Whether nothing is hidden from them. */
  public boolean seesEverything() {
    return mayAll(Right.VIEW, Scope.everyTask());
  }

  /** Whether they may do this with some task at least. */
  public boolean maySome(Right right) {
    return policy.allowsSome(principal, right);
  }

  /** Refuses who may do this with no task at all. */
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
   * Refuses what they may not do with the task. Who may not even see it is told the same as if it
   * weren't there.
   *
   * @param absent what is told where there is no such task
   */
  public void require(Right right, Subject task, HttpProblem absent) {
    if (!may(right, task)) {
      throw may(Right.VIEW, task) ? HttpProblem.forbidden(right) : absent;
    }
  }
}
