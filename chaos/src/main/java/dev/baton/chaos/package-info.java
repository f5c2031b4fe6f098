/**
 * Failure tests with real processes: workers, adders and probes on real databases, faults chosen by
 * a seed, and a checker that compares what was promised with what is there when the dust settles.
 */
@NullMarked
package dev.baton.chaos;

import org.jspecify.annotations.NullMarked;
