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
 * The stores and transactions through which one node uses the database.
 *
 * @param more the optional stores, if the database has them
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
