package dev.baton.spi;

import dev.baton.spi.core.CoreStore;

/**
 * A store that can do all there is to be done with tasks: the core, and each capability that
 * concerns tasks themselves. What is kept around tasks has seams of its own, such as {@link
 * ScheduleStore}; see {@link Stores}.
 *
 * <p>Every verb is one batch in one transaction of its own, except where a transaction is given.
 */
public interface TaskStore
    extends CoreStore, TransactionalStore, LimitStore, RunAgainStore, WaitStore {}
