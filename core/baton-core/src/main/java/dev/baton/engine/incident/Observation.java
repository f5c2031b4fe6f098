package dev.baton.engine.incident;

import dev.baton.hook.IncidentKind;
import java.util.List;
import java.util.Set;

/**
 * The trouble that one observation found.
 *
 * @param troubles what is wrong
 * @param unsure kinds of which there may be more than was seen: that nothing is seen there means
 *     nothing
 */
record Observation(List<Trouble> troubles, Set<IncidentKind> unsure) {

  /**
   * Tasks of a type that are in trouble.
   *
   * @param tasks how many; at least one
   */
  record Trouble(IncidentKind kind, String type, long tasks) {}
}
