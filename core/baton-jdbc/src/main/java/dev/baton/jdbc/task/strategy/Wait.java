package dev.baton.jdbc.task.strategy;

import java.util.UUID;

/**
 * A wait of one task for another, as stored in a row of {@code baton_wait}.
 *
 * @param mustBeDone true if the waiting task is cancelled unless the other one ends DONE
 * @param isTurn true if the other task is the one before it in their order, so that it waits for
 *     its turn
 */
public record Wait(UUID waiter, UUID on, boolean mustBeDone, boolean isTurn) {}
