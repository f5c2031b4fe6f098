package dev.baton.spi;

/**
 * What a node without work reads about twice a second, instead of each kind of work separately.
 *
 * @param switches the pauses and overrides
 * @param isIdle true only if no task is ready, running or due, and no schedule ticks soon. A store
 *     that doesn't know returns false
 * @param hasSchedules false only if no schedule will tick
 */
public record Survey(Switches switches, boolean isIdle, boolean hasSchedules) {}
