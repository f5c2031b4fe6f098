package dev.baton.handler;

import dev.baton.handler.internal.RowDecision;

/**
 * How a task with states moves on. {@link StateView} has methods that create it. A task that is on
 * hold or waits for other tasks gets the new state, data and time, but remains BLOCKED until its
 * hold or wait ends.
 */
public sealed interface MoveDecision permits RowDecision {}
