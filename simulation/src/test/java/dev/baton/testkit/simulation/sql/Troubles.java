package dev.baton.testkit.simulation.sql;

import java.util.EnumMap;
import java.util.Map;

/** How often each trouble was met. Thread-safe. */
public final class Troubles {
  private final Map<Trouble, Integer> counts = new EnumMap<>(Trouble.class);

  Troubles() {
    for (Trouble each : Trouble.values()) {
      counts.put(each, 0);
    }
  }

  synchronized void met(Trouble trouble) {
    counts.merge(trouble, 1, Integer::sum);
  }

  /** All of them, also those that weren't met. */
  public synchronized Map<Trouble, Integer> counts() {
    return new EnumMap<>(counts);
  }
}
