package dev.baton.engine.incident;

import dev.baton.api.hook.IncidentKind;
import java.util.Comparator;

/** What an incident is about. */
record Topic(IncidentKind kind, String type) implements Comparable<Topic> {
  private static final Comparator<Topic> ORDER =
      Comparator.comparing(Topic::kind).thenComparing(Topic::type);

  @Override
  public int compareTo(Topic other) {
    return ORDER.compare(this, other);
  }
}
