package dev.baton.engine.incident;

import dev.baton.operate.incident.IncidentKind;
import dev.baton.spi.incident.IncidentTopic;
import java.util.ArrayList;
import java.util.EnumSet;
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
   * One trouble.
   *
   * @param tasks number of affected tasks; at least one
   */
  record Trouble(IncidentTopic topic, long tasks) {
    Trouble(IncidentKind kind, String name, long tasks) {
      this(new IncidentTopic(kind, name), tasks);
    }
  }

  /** Returns both results as one. */
  Observation and(Observation other) {
    List<Trouble> all = new ArrayList<>(troubles);
    all.addAll(other.troubles);
    Set<IncidentKind> both = EnumSet.noneOf(IncidentKind.class);
    both.addAll(unsure);
    both.addAll(other.unsure);
    return new Observation(all, both);
  }
}
