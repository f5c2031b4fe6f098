package dev.baton.tck;

import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.spi.incident.IncidentTopic;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;

/** An incident store in memory for all nodes that share this object. Thread-safe. */
public final class MemoryIncidentStore implements IncidentStore {
  private final InstantSource clock;
  private final TreeMap<IncidentTopic, Incident> rows = new TreeMap<>();

  /** Creates a store without incidents. */
  public MemoryIncidentStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public List<Incident> incidents() {
    synchronized (rows) {
      return List.copyOf(rows.values());
    }
  }

  @Override
  public boolean open(Incident incident) {
    synchronized (rows) {
      return rows.putIfAbsent(incident.topic(), incident.withVersion(1)) == null;
    }
  }

  @Override
  public boolean change(Incident incident) {
    synchronized (rows) {
      if (!isAsRead(incident)) {
        return false;
      }
      rows.put(incident.topic(), incident.withVersion(incident.version() + 1));
      return true;
    }
  }

  @Override
  public boolean remove(Incident incident) {
    synchronized (rows) {
      return isAsRead(incident) && rows.remove(incident.topic()) != null;
    }
  }

  private boolean isAsRead(Incident incident) {
    Incident row = rows.get(incident.topic());
    return row != null && row.id().equals(incident.id()) && row.version() == incident.version();
  }
}
