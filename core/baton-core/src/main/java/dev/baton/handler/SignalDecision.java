package dev.baton.handler;

import dev.baton.handler.internal.RowDecision;

/**
 * What a signal decides for a task: {@link StateView} makes one. A task that is held, or waits for
 * other tasks, takes the new state, data and time, and stays where it is until it is released.
 */
public sealed interface SignalDecision permits RowDecision {}
