package dev.baton.management.access;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which user may do what. Baton calls it for each task, also in lists and bulk changes, so
 * it should decide from memory. Called by many threads at once. If it throws, nothing is shown or
 * changed.
 *
 * <p>The policy refuses everything that it doesn't explicitly allow. {@link #of} builds a policy
 * from a list of grants. Your own policy should list what is allowed, not what is forbidden.
 */
public interface AccessPolicy {

  /**
   * Returns whether the principal may do this with this task.
   *
   * @param task identifies the task completely; only the id is null for a task that doesn't exist
   *     yet, such as one that a schedule will add
   */
  boolean allows(Principal principal, Right right, Subject task);

  /**
   * Returns whether the principal may do this with <em>every</em> task of the scope, now and in the
   * future. Called for data about many tasks that can't be split by task: counts, pauses, limits.
   */
  boolean allowsAll(Principal principal, Right right, Scope scope);

  /**
   * Returns whether the principal may do this with at least one task. Called first, before anything
   * is read. If it returns false, the request is refused; otherwise each task is checked.
   */
  boolean allowsSome(Principal principal, Right right);

  /** Returns a policy that allows what at least one of the grants allows, and nothing else. */
  static AccessPolicy of(Collection<Grant> grants) {
    return new Grants(List.copyOf(grants));
  }

  /** Returns a policy that allows what at least one of the grants allows, and nothing else. */
  static AccessPolicy of(Grant... grants) {
    return of(List.of(grants));
  }

  /**
   * Returns a policy that gives each right to some roles, for every task. A right that isn't in the
   * map is given to no role.
   */
  static AccessPolicy byRoles(Map<Right, Set<String>> granting) {
    return of(
        granting.entrySet().stream()
            .flatMap(
                right ->
                    right.getValue().stream().map(role -> Grant.to(role).rights(right.getKey())))
            .toList());
  }

  /**
   * Returns a policy that allows everything to every known user: for tests, and for pages that only
   * one person can reach.
   */
  static AccessPolicy everything() {
    return Everything.POLICY;
  }
}
