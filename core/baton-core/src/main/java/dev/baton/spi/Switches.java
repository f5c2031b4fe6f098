package dev.baton.spi;

import dev.baton.operate.cluster.Paused;
import dev.baton.operate.override.ActiveOverride;
import java.util.List;

/** The pauses and overrides that operators have set for all nodes. A node reads them regularly. */
public record Switches(List<Paused> pauses, List<ActiveOverride> overrides) {
  public Switches {
    pauses = List.copyOf(pauses);
    overrides = List.copyOf(overrides);
  }
}
