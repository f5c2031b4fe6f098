package dev.baton.management.access;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Decides who may do what. Asked for each task on its own, in lists and bulks too, so it should
 * answer from memory. Called by many threads at once. When it throws, nothing is shown or done.
 */
@FunctionalInterface
public interface AccessPolicy {

  /**
   * Whether the principal may do this with that.
   *
   * @param subject one task with all it is known by; or what it has in common with others; or
   *     {@linkplain Subject#isAnything() anything}, when the question is whether the principal may
   *     do it with some task at least
   */
  boolean allows(Principal principal, Right right, Subject subject);

  /** The roles that grant each right, with every task; a right that isn't named nobody has. */
  static AccessPolicy byRoles(Map<Right, Set<String>> granting) {
    Map<Right, Set<String>> roles = new EnumMap<>(Right.class);
    granting.forEach((right, names) -> roles.put(right, Set.copyOf(names)));
    return (principal, right, subject) ->
        roles.getOrDefault(right, Set.of()).stream().anyMatch(principal::hasRole);
  }
}
