package dev.baton.engine.incident;

import dev.baton.spi.incident.Incident;

/** What becomes of one incident's row; one compare-and-set each. */
sealed interface Step {

  /** A row that isn't there yet. */
  record Open(Incident incident) implements Step {}

  /** A row that says something else now, under the version it was read with. */
  record Change(Incident incident) implements Step {}

  /** A row that is of no more use. */
  record Remove(Incident incident) implements Step {}
}
