package dev.baton.spi.incident;

import dev.baton.operate.incident.IncidentKind;
import java.util.Comparator;

/** The kind of trouble and the task type of an incident. */
public record IncidentTopic(IncidentKind kind, String type) implements Comparable<IncidentTopic> {
  private static final Comparator<IncidentTopic> ORDER =
      Comparator.comparing(IncidentTopic::kind).thenComparing(IncidentTopic::type);

  @Override
  public int compareTo(IncidentTopic other) {
    return ORDER.compare(this, other);
  }
}
