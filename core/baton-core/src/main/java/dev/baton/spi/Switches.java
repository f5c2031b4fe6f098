package dev.baton.spi;

import dev.baton.cluster.Paused;
import dev.baton.operate.override.ActiveOverride;
import java.util.List;

/** What operators have set for all nodes, as a node reads it again and again. */
public record Switches(List<Paused> pauses, List<ActiveOverride> overrides) {
  public Switches {
    pauses = List.copyOf(pauses);
    overrides = List.copyOf(overrides);
  }
}
