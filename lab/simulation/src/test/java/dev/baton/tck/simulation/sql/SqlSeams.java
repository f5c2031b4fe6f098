package dev.baton.tck.simulation.sql;

import dev.baton.jdbc.SimulatedStores;
import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Leadership;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.Stores;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.spi.Transactions;
import dev.baton.tck.simulation.SimulatedNode;
import java.time.Duration;

/** One node's stores on a simulated database. Each call is reported to the checkers. */
public final class SqlSeams {
  private final SqlDatabase database;
  private final SimulatedNode node;
  private final SimulatedStores stores;

  public SqlSeams(SqlDatabase database, SimulatedNode node) {
    this.database = database;
    this.node = node;
    database.watch(node);
    this.stores = database.stores(node);
  }

  public TaskStore tasks() {
    return around(TaskStore.class, stores.tasks());
  }

  public Transactions transactions() {
    return new NodeTransactions(
        JdbcTransactions.of(database.dataSource(node), database.isolation().ofHandlers()),
        JdbcTransactions.of(database.dataSource(node), database.isolation().ofCallers()));
  }

  public Leadership leadership(Duration term) {
    return JdbcLeadership.of(database.dataSource(node), term);
  }

  public ClusterStore cluster() {
    return around(ClusterStore.class, stores.cluster());
  }

  public OperationsStore operations() {
    return around(OperationsStore.class, stores.operations());
  }

  public TransactionalSignalStore signals() {
    return around(TransactionalSignalStore.class, stores.signals());
  }

  public ResubmissionStore resubmissions() {
    return around(ResubmissionStore.class, stores.resubmissions());
  }

  public TransactionalScheduleStore schedules() {
    return around(TransactionalScheduleStore.class, stores.schedules());
  }

  /** Adds the remaining stores to these. */
  public Stores more(Stores some) {
    return some.incidents(stores.incidents())
        .notes(stores.notes())
        .statistics(stores.statistics())
        .overrides(around(OverrideStore.class, stores.overrides()));
  }

  private <T> T around(Class<T> type, T store) {
    return VerbTracker.around(type, store, database, node);
  }
}
