package dev.baton.engine;

import dev.baton.api.NodeSettings;
import dev.baton.engine.cluster.Pauses;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NoteStore;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import org.jspecify.annotations.Nullable;

/**
 * What every part of one node's engine is given: its name, its figures, its seams.
 *
 * @param owners names this start of the node and numbers its claims
 * @param pauses what must not be started now
 * @param notes what attempts note beside their rows; null when nothing can be noted
 */
public record NodeContext(
    Owners owners,
    NodeSettings settings,
    Definitions definitions,
    TaskStore store,
    Transactions transactions,
    NodeRuntime runtime,
    Events events,
    StoreClock clock,
    Pauses pauses,
    @Nullable NoteStore notes) {}
