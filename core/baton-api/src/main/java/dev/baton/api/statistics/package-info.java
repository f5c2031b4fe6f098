/**
 * Counts for people and meters, by {@link dev.baton.api.statistics.Statistics}: what there is, what
 * is stuck, what was done and how long it took.
 */
@NullMarked
package dev.baton.api.statistics;

import org.jspecify.annotations.NullMarked;
