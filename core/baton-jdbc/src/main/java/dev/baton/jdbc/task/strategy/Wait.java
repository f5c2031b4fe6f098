package dev.baton.jdbc.task.strategy;

import java.util.UUID;

/**
 * One task waits for another: a row of {@code baton_wait}.
 *
 * @param mustBeDone whether any other end than DONE cancels the one that waits
 * @param isTurn whether it waits for its turn, and the other is the one before it in their order
 */
public record Wait(UUID waiter, UUID on, boolean mustBeDone, boolean isTurn) {}
