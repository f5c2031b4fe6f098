/**
 * Failure tests with real processes: workers, adders and probes on real databases, faults chosen by
 * a seed, and a checker that compares what was promised with what is there when the run has ended.
 *
 * <p>This package starts and ends a run. Below it, each package knows only those before it: {@code
 * record}, {@code process}, {@code fault}, {@code check}.
 */
@NullMarked
package dev.baton.chaos;

import org.jspecify.annotations.NullMarked;
