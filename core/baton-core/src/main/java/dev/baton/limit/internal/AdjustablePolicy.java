package dev.baton.limit.internal;

import dev.baton.operate.override.OverrideValue;

/** A policy with a number that an operator can change at run time. */
public interface AdjustablePolicy extends StandardPolicy {

  /** Returns the limit and its number. */
  LimitNumbers.Part part();

  /** Returns a copy with another number and the same counter. */
  AdjustablePolicy with(OverrideValue value);

  /** Returns a copy with a counter of this node. */
  AdjustablePolicy counted(LimitPolicies node, String type);

  /** Returns whether the policy counts each key separately. */
  boolean isPerKey();
}
