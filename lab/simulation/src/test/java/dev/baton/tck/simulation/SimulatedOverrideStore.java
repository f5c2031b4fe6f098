package dev.baton.tck.simulation;

import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OverrideStore;
import dev.baton.tck.MemoryOperationsStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The access of one node to the values that people set at run time. A failover doesn't undo them.
 */
final class SimulatedOverrideStore implements OverrideStore {
  private final SimulatedTaskStore way;
  private final MemoryOperationsStore rows;

  SimulatedOverrideStore(SimulatedNode node, SimulatedMemory database) {
    this.way = new SimulatedTaskStore(node, database);
    this.rows = database.rows().operations();
  }

  @Override
  public List<ActiveOverride> overrides() {
    return way.read(Verb.FIND, "overrides", rows::overrides);
  }

  @Override
  public boolean set(
      OverrideTarget target, OverrideValue value, @Nullable OverrideValue before, AuditNote note) {
    return way.read(Verb.EDIT, target, () -> rows.set(target, value, before, note));
  }

  @Override
  public boolean reset(OverrideTarget target, OverrideValue before, AuditNote note) {
    return way.read(Verb.EDIT, target, () -> rows.reset(target, before, note));
  }
}
