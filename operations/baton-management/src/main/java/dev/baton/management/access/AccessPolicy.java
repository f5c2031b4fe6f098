package dev.baton.management.access;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides who may do what. It is asked for each task on its own, in lists and bulks too, so it
 * should answer from memory. Called by many threads at once. When it throws, nothing is shown or
 * done.
 *
 * <p>What isn't allowed in so many words is refused. {@link #of} makes one from a list of what is
 * granted; a policy of your own should begin with what is allowed, not with what isn't.
 */
public interface AccessPolicy {

  /**
   * Whether the principal may do this with this task.
   *
   * @param task all that it is known by; nothing of it is missing but the id of a task that isn't
   *     there yet, such as one that a schedule will add
   */
  boolean allows(Principal principal, Right right, Subject task);

  /**
   * Whether the principal may do this with <em>every</em> task of the scope, those that are there
   * and those that will come. Asked for what is about many tasks and can't be taken apart: counts,
   * pauses, limits.
   */
  boolean allowsAll(Principal principal, Right right, Scope scope);

  /**
   * Whether the principal may do this with some task at least. Asked first, before anything is
   * read: whoever may not is told so; whoever may is asked about again for each task.
   */
  boolean allowsSome(Principal principal, Right right);

  /** Allows what one of the grants allows, and nothing else. */
  static AccessPolicy of(Collection<Grant> grants) {
    return new Grants(List.copyOf(grants));
  }

  /** As {@link #of(Collection)}. */
  static AccessPolicy of(Grant... grants) {
    return of(List.of(grants));
  }

  /** The roles that have each right, with every task; no role has a right that isn't named. */
  static AccessPolicy byRoles(Map<Right, Set<String>> granting) {
    return of(
        granting.entrySet().stream()
            .flatMap(
                right ->
                    right.getValue().stream().map(role -> Grant.to(role).rights(right.getKey())))
            .toList());
  }

  /**
   * Allows everything to everybody who is known: for tests, and where only one person reaches the
   * page.
   */
  static AccessPolicy everything() {
    return Everything.POLICY;
  }
}
