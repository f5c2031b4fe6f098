package dev.baton.tck.simulation;

import dev.baton.spi.ClusterStore;
import dev.baton.spi.Leadership;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.Stores;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.spi.Transactions;
import java.util.function.UnaryOperator;

/**
 * One node's ways to the database.
 *
 * @param more stores besides those, where the database has them
 */
record Seams(
    TaskStore tasks,
    Transactions transactions,
    Leadership leadership,
    ClusterStore cluster,
    OperationsStore operations,
    TransactionalSignalStore signals,
    ResubmissionStore resubmissions,
    TransactionalScheduleStore schedules,
    UnaryOperator<Stores> more) {}
