package dev.baton.management.access;

/** Allows everything to every user. */
enum Everything implements AccessPolicy {
  POLICY;

  @Override
  public boolean allows(Principal principal, Right right, Subject task) {
    return true;
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
