package dev.baton.jdbc.task.strategy;

import java.util.UUID;

/**
 * A wait of one task for another: a row of {@code baton_wait}.
 *
 * @param mustBeDone whether any end other than DONE cancels the waiting task
 * @param isTurn whether it waits for its turn, and the other task is the one before it in their
 *     order
 */
public record Wait(UUID waiter, UUID on, boolean mustBeDone, boolean isTurn) {}
