package dev.baton.engine.base;

import dev.baton.api.cluster.NodeSettings;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.Stores;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;

/**
 * What every part of one node's engine is given: its name, its settings, its seams.
 *
 * @param owners names this start of the node and numbers its claims
 * @param pauses what must not be started now
 */
public record NodeContext(
    Owners owners,
    NodeSettings settings,
    Definitions definitions,
    Stores stores,
    Transactions transactions,
    NodeRuntime runtime,
    Events events,
    StoreClock clock,
    Pauses pauses) {

  /** Where tasks live. */
  public TaskStore store() {
    return stores.tasks();
  }
}
