package dev.baton.spi;

/**
 * The result of a survey: about twice a second, a node without work checks for all kinds of work
 * with one read.
 *
 * @param switches the pauses and overrides
 * @param isIdle true only if no task is ready, running or due, and no schedule ticks soon. A store
 *     that doesn't know returns false
 * @param hasSchedules false only if no schedule will tick
 */
public record Survey(Switches switches, boolean isIdle, boolean hasSchedules) {}
