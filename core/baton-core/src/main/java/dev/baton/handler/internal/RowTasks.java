package dev.baton.handler.internal;

import dev.baton.api.Tasks;

/** The {@link Tasks} of a node. Proxies of frameworks are of this type, too. */
public interface RowTasks extends Tasks, RowSignals {}
