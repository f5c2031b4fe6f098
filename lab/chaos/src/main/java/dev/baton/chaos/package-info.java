/**
 * Tests failures with real processes: workers, adders and probes on real databases, with faults
 * chosen from a seed. At the end a checker compares the guarantees with the final state.
 *
 * <p>This package starts and ends a run. Each of its subpackages uses only those before it: {@code
 * record}, {@code process}, {@code fault}, {@code check}.
 */
@NullMarked
package dev.baton.chaos;

import org.jspecify.annotations.NullMarked;
