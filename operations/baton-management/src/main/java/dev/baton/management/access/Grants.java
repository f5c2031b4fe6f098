package dev.baton.management.access;

import java.util.List;
import java.util.function.Predicate;

/** Allows what at least one of its grants allows. Immutable. */
record Grants(List<Grant> grants) implements AccessPolicy {

  @Override
  public boolean allows(Principal principal, Right right, Subject task) {
    Scope narrowest = Scope.of(task.type(), task.bucket(), task.key());
    return any(principal, right, grant -> grant.covers(narrowest));
  }

  @Override
  public boolean allowsAll(Principal principal, Right right, Scope scope) {
    return any(principal, right, grant -> grant.covers(scope));
  }

  @Override
  public boolean allowsSome(Principal principal, Right right) {
    return any(principal, right, grant -> true);
  }

  private boolean any(Principal principal, Right right, Predicate<Grant> covering) {
    return grants.stream()
        .filter(grant -> grant.rights().contains(right) && principal.hasRole(grant.role()))
        .anyMatch(covering);
  }
}
