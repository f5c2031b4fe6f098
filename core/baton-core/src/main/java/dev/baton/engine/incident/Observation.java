package dev.baton.engine.incident;

import dev.baton.operate.incident.IncidentKind;
import java.util.List;
import java.util.Set;

/**
 * The result of one search for trouble.
 *
 * @param troubles the trouble that was found
 * @param unsure kinds of trouble whose search was incomplete, so that there may be more of it
 */
record Observation(List<Trouble> troubles, Set<IncidentKind> unsure) {

  /**
   * Tasks of a type that are in trouble.
   *
   * @param tasks number of these tasks; at least one
   */
  record Trouble(IncidentKind kind, String type, long tasks) {}
}
