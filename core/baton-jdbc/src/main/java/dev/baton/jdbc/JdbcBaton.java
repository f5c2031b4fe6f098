package dev.baton.jdbc;

import dev.baton.Baton;
import dev.baton.cluster.NodeSettings;
import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.jdbc.notify.NotifyChannel;
import dev.baton.jdbc.operate.JdbcIncidentStore;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcOverrideStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.task.JdbcNoteStore;
import dev.baton.jdbc.task.JdbcResubmissionStore;
import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import java.time.Duration;
import javax.sql.DataSource;

/** A node whose tasks, transactions, leadership, pauses and schedules are all in one database. */
public final class JdbcBaton {
  /** How soon a node finds another's task where nothing tells it. */
  private static final Duration POLL_WITHOUT_HINTS = Duration.ofMillis(75);

  private JdbcBaton() {}

  /**
   * A node on this database; {@code baton.transactions()} gives its transactions.
   *
   * <p>On PostgreSQL nodes hint each other of ready tasks by a {@link NotifyChannel}. {@code
   * channel(TriggerChannel.none())} turns that off; {@code
   * channel(NotifyChannel.on(dataSource).listeningOn(direct))} leads past a pooler through which
   * LISTEN doesn't work. On other databases nodes find each other's tasks by their polls, which are
   * therefore shorter there, 75 ms; settings of your own replace that, so let them name a poll.
   */
  public static Baton.Builder on(DataSource dataSource) {
    return on(dataSource, JdbcTransactions.of(dataSource));
  }

  /**
   * A node on this database that runs its handlers in these transactions: {@link JdbcTransactions},
   * or a framework's, whose {@code unwrap(Connection.class)} gives a connection to this database.
   */
  public static Baton.Builder on(DataSource dataSource, Transactions transactions) {
    return on(dataSource, transactions, NetworkTimeout.DEFAULT.length());
  }

  /**
   * As {@link #on(DataSource, Transactions)}, with a network timeout for Baton's own statements;
   * see {@link JdbcTaskStore#of(DataSource, Duration)}. Transactions don't get it: handlers may
   * keep theirs waiting for as long as they like.
   */
  public static Baton.Builder on(
      DataSource dataSource, Transactions transactions, Duration networkTimeout) {
    return on(dataSource, transactions, networkTimeout, OperatorConnections.usual());
  }

  /**
   * As {@link #on(DataSource, Transactions, Duration)}, with other connections for what operators
   * ask through the page, its interface, and {@link Baton#forOperator}: more or fewer of the
   * engine's, or those of a pool of their own.
   */
  public static Baton.Builder on(
      DataSource dataSource,
      Transactions transactions,
      Duration networkTimeout,
      OperatorConnections operators) {
    Database database =
        Database.of(dataSource, NetworkTimeout.of(networkTimeout), operators.share());
    Baton.Builder node =
        Baton.builder()
            .stores(stores(database))
            .transactions(transactions)
            .leadership(JdbcLeadership.on(database));
    if (database.dialect().canNotify()) {
      return node.channel(NotifyChannel.on(dataSource));
    }
    return node.settings(NodeSettings.defaults().poll(POLL_WITHOUT_HINTS));
  }

  private static Stores stores(Database database) {
    JdbcTaskStore tasks = JdbcTaskStore.on(database);
    return Stores.of(tasks)
        .cluster(JdbcClusterStore.on(database))
        .schedules(JdbcScheduleStore.on(database))
        .operations(JdbcOperationsStore.on(database, tasks))
        .overrides(JdbcOverrideStore.on(database))
        .signals(JdbcSignalStore.on(database, tasks))
        .resubmissions(JdbcResubmissionStore.on(database))
        .incidents(JdbcIncidentStore.on(database))
        .notes(JdbcNoteStore.on(database, tasks))
        .statistics(JdbcStatisticsStore.on(database));
  }
}
