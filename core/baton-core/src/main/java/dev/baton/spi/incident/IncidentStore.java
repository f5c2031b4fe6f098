package dev.baton.spi.incident;

import java.time.Instant;
import java.util.List;

/**
 * Stores incidents, and which notices each sink has received. It uses the database of the tasks.
 * All times are on the store's clock, to the microsecond. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; a change may
 * then have been applied or not.
 */
public interface IncidentStore {

  /** Returns the time of the store's clock. */
  Instant now();

  /** Returns all incidents, in no particular order. */
  List<Incident> incidents();

  /**
   * Adds an incident with version 1.
   *
   * @return false if an incident of this topic exists
   */
  boolean open(Incident incident);

  /**
   * Writes the incident with the next version, if the stored incident still has the same id and
   * version. Its topic never changes.
   *
   * @return whether the incident was written
   */
  boolean change(Incident incident);

  /**
   * Removes the incident if the stored incident still has the same id and version.
   *
   * @return whether the incident was removed
   */
  boolean remove(Incident incident);
}
