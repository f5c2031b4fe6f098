/**
 * Runs one contender in one round of one work: its database, its processes, their common file of
 * times, and its costs.
 */
@NullMarked
package dev.baton.benchmarks.trial;

import org.jspecify.annotations.NullMarked;
