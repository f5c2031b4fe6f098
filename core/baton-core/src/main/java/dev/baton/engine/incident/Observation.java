package dev.baton.engine.incident;

import dev.baton.operate.incident.IncidentKind;
import java.util.List;
import java.util.Set;

/**
 * The trouble that one observation found.
 *
 * @param troubles the trouble found
 * @param unsure kinds whose result is incomplete: if nothing was found, there may still be trouble
 */
record Observation(List<Trouble> troubles, Set<IncidentKind> unsure) {

  /**
   * Tasks of a type that are in trouble.
   *
   * @param tasks number of tasks; at least one
   */
  record Trouble(IncidentKind kind, String type, long tasks) {}
}
