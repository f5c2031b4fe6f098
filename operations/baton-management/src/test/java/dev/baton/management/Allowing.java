package dev.baton.management;

import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import java.util.function.BiPredicate;

/** A policy that allows everything about several tasks, and decides about one task as given. */
record Allowing(BiPredicate<Right, Subject> task) implements AccessPolicy {

  @Override
  public boolean allows(Principal principal, Right right, Subject subject) {
    return task.test(right, subject);
  }

  @Override
  public boolean allowsAll(Principal principal, Right right, Scope scope) {
    return true;
  }

  @Override
  public boolean allowsSome(Principal principal, Right right) {
    return true;
  }
}
