package dev.baton.limit.internal;

import dev.baton.operate.override.OverrideValue;

/** A policy whose slots or rate an operator can override at run time. */
public interface AdjustablePolicy extends StandardPolicy {

  /** Returns the limit and its current value. */
  LimitNumbers.Part part();

  /** Returns a copy with this value and the same counter. */
  AdjustablePolicy with(OverrideValue value);

  /** Returns a copy with a counter of this node. */
  AdjustablePolicy counted(LimitPolicies node, String type);

  /** Returns whether the policy counts each key separately. */
  boolean isPerKey();
}
