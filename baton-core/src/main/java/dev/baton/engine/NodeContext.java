package dev.baton.engine;

import dev.baton.api.NodeSettings;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import java.util.UUID;

/**
 * What every part of one node's engine is given: its name, its figures, its seams.
 *
 * @param owner random for each start of a node, so that a version issued again after a failover
 *     can't be used by an earlier incarnation
 */
public record NodeContext(
    UUID owner,
    NodeSettings settings,
    Definitions definitions,
    TaskStore store,
    Transactions transactions,
    NodeRuntime runtime,
    Events events,
    StoreClock clock) {}
