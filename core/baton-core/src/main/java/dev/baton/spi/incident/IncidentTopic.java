package dev.baton.spi.incident;

import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import java.util.Comparator;

/**
 * The kind of an incident, and the name of the type, schedule, node or fault that it concerns.
 *
 * @param name see {@link IncidentNotice.Subject}
 */
public record IncidentTopic(IncidentKind kind, String name) implements Comparable<IncidentTopic> {
  private static final Comparator<IncidentTopic> ORDER =
      Comparator.comparing(IncidentTopic::kind).thenComparing(IncidentTopic::name);

  @Override
  public int compareTo(IncidentTopic other) {
    return ORDER.compare(this, other);
  }
}
