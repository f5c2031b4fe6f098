package dev.baton.tck.simulation;

import java.util.List;

/**
 * What came of one seed.
 *
 * @param tasks that were committed
 * @param runs of handlers
 */
record Report(
    long seed,
    String scenario,
    long steps,
    long faults,
    int tasks,
    long runs,
    long virtualMillis,
    long hash,
    List<String> violations,
    List<String> trace) {

  boolean isRed() {
    return !violations.isEmpty();
  }
}
