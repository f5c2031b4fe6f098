package dev.baton.handler;

import dev.baton.handler.internal.RowDecision;

/**
 * The effect of a signal on a task, made by {@link StateView}. A task that is held, or waits for
 * other tasks, takes the new state, data and time, but remains BLOCKED until it is released.
 */
public sealed interface SignalDecision permits RowDecision {}
