package dev.baton.tck.simulation;

import dev.baton.tck.simulation.sql.Trouble;
import java.util.List;
import java.util.Map;

/**
 * The result of one seed.
 *
 * @param tasks number of committed tasks
 * @param runs number of handler calls
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
    Map<Trouble, Integer> met,
    List<String> violations,
    List<String> trace) {

  boolean isRed() {
    return !violations.isEmpty();
  }
}
