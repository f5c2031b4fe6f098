/** Baton as a contender. */
@NullMarked
package dev.baton.benchmarks.ours;

import org.jspecify.annotations.NullMarked;
