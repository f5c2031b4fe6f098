/**
 * Counts for dashboards and meters: live tasks, stuck tasks, past work and its durations. Start
 * with {@link dev.baton.operate.statistics.Statistics}.
 */
@NullMarked
package dev.baton.operate.statistics;

import org.jspecify.annotations.NullMarked;
