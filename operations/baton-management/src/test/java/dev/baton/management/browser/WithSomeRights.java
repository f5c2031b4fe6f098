package dev.baton.management.browser;

import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import java.util.Set;
import java.util.function.Supplier;

/** Every user has the current rights for every task. */
record WithSomeRights(Supplier<Set<Right>> rights) implements AccessPolicy {

  @Override
  public boolean allows(Principal principal, Right right, Subject task) {
    return allowsSome(principal, right);
  }

  @Override
  public boolean allowsAll(Principal principal, Right right, Scope scope) {
    return allowsSome(principal, right);
  }

  @Override
  public boolean allowsSome(Principal principal, Right right) {
    return rights.get().contains(right);
  }
}
