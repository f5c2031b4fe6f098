package dev.baton.spi;

import dev.baton.spi.core.CoreStore;

/**
 * A store with the core and every capability that concerns the tasks themselves. Other data have
 * separate interfaces, such as {@link ScheduleStore}; see {@link Stores}.
 *
 * <p>Every method is one batch in its own transaction, unless the caller passes a transaction.
 */
public interface TaskStore
    extends CoreStore, TransactionalStore, LimitStore, RunAgainStore, WaitStore {}
