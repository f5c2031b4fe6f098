/**
 * Counts for people and meters, by {@link dev.baton.operate.statistics.Statistics}: what there is,
 * what is stuck, what was done and how long it took.
 */
@NullMarked
package dev.baton.operate.statistics;

import org.jspecify.annotations.NullMarked;
