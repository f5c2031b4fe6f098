package dev.baton.spi.incident;

import java.time.Instant;
import java.util.List;

/**
 * What people were told of trouble with tasks, and must still be told. On the database of the
 * tasks; all times are the store's own clock, to the microsecond. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the caller of one
 * that changes something then doesn't know whether it was applied.
 */
public interface IncidentStore {

  /** What the store's clock shows. */
  Instant now();

  /** All incidents, in no particular order. */
  List<Incident> incidents();

  /**
   * Adds an incident with version 1.
   *
   * @return false when there is one of its kind and type
   */
  boolean open(Incident incident);

  /**
   * Writes the incident, if it still has the id and the version it comes with, under the next one.
   * Its kind and type never change.
   *
   * @return whether it was written
   */
  boolean change(Incident incident);

  /**
   * Removes the incident, if it still has the id and the version it comes with.
   *
   * @return whether it was removed
   */
  boolean remove(Incident incident);
}
