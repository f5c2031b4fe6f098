package dev.baton.limit;

import dev.baton.operate.override.OverrideValue;

/** A policy that goes by a number which an operator may set at run time. */
interface AdjustablePolicy extends BookingPolicy {

  /** What it goes by. */
  LimitNumbers.Part part();

  /** The same with another number, which counts on with what this one has counted. */
  AdjustablePolicy with(OverrideValue value);

  /** The same with a counter of this node. */
  AdjustablePolicy counted(LimitPolicies node, String type);

  /** Whether it counts for each key on its own. */
  boolean isPerKey();
}
