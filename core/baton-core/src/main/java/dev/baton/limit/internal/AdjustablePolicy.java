package dev.baton.limit.internal;

import dev.baton.operate.override.OverrideValue;

/** A policy that goes by a number which an operator may set at run time. */
public interface AdjustablePolicy extends StandardPolicy {

  /** Returns the limit and its number. */
  LimitNumbers.Part part();

  /** Returns the same policy with another number. It keeps the counter of this one. */
  AdjustablePolicy with(OverrideValue value);

  /** Returns the same policy with a counter of this node. */
  AdjustablePolicy counted(LimitPolicies node, String type);

  /** Returns whether it counts each key separately. */
  boolean isPerKey();
}
