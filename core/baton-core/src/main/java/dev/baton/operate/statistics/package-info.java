/**
 * Counts for people and meters, by {@link dev.baton.operate.statistics.Statistics}: live tasks,
 * stuck tasks, past work and its durations.
 */
@NullMarked
package dev.baton.operate.statistics;

import org.jspecify.annotations.NullMarked;
