package dev.baton.testkit;

import dev.baton.api.hook.IncidentKind;
import dev.baton.spi.Incident;
import dev.baton.spi.IncidentStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** What nodes that share this object have told of incidents. Thread-safe. */
public final class MemoryIncidentStore implements IncidentStore {
  private final InstantSource clock;
  private final TreeMap<Topic, Incident> rows = new TreeMap<>(Topic.ORDER);

  private record Topic(IncidentKind kind, String type) {
    static final Comparator<Topic> ORDER =
        Comparator.comparing(Topic::kind).thenComparing(Topic::type);

    static Topic of(Incident incident) {
      return new Topic(incident.kind(), incident.type());
    }
  }

  /** Nobody was told of anything. */
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
      return rows.putIfAbsent(Topic.of(incident), incident.withVersion(1)) == null;
    }
  }

  @Override
  public boolean change(Incident incident) {
    synchronized (rows) {
      if (!isAsRead(incident)) {
        return false;
      }
      rows.put(Topic.of(incident), incident.withVersion(incident.version() + 1));
      return true;
    }
  }

  @Override
  public boolean remove(Incident incident) {
    synchronized (rows) {
      return isAsRead(incident) && rows.remove(Topic.of(incident)) != null;
    }
  }

  private boolean isAsRead(Incident incident) {
    Incident row = rows.get(Topic.of(incident));
    return row != null && row.id().equals(incident.id()) && row.version() == incident.version();
  }
}
