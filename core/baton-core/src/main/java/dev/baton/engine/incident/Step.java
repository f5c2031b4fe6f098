package dev.baton.engine.incident;

import dev.baton.spi.incident.Incident;

/** A change of one incident's row. It is written with one compare-and-set. */
sealed interface Step {

  /** Inserts a new row. */
  record Open(Incident incident) implements Step {}

  /** Changes a row if it still has the version that was read. */
  record Change(Incident incident) implements Step {}

  /** Removes a row that is no longer needed. */
  record Remove(Incident incident) implements Step {}
}
